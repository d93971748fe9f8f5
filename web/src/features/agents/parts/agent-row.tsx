import type { AgentSummary } from '@antiphon/contract/agents';
import { ActionIcon, Avatar, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { cell } from '../../../ui/data-table.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';
import { AgentState } from '../agent-state.tsx';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import styles from './agent-row.module.css';

export function AgentRow({ agent }: { agent: AgentSummary }) {
  const mayDelete = useMay('agents.write');
  return (
    <tr className={styles.row}>
      <td className={styles.cell}>
        <div className={styles.main}>
          <Avatar src={agent.roundedImageURL || null} alt="" name={agent.title} size={28} />
          <div className={styles.words}>
            <Link
              to="/app/$region/agents/$agentId/$tab"
              params={{ region: currentRegion(), agentId: agent.ID, tab: 'overview' }}
              className={styles.title}
              title={agent.title}
            >
              {agent.title}
            </Link>
            {agent.description !== '' && <div className={styles.description}>{agent.description}</div>}
            <div className={styles.narrow}>
              <AgentState {...agent} />
              <span>{formatPlural(agent.conversations, 'conversation', 'conversations')}</span>
            </div>
          </div>
        </div>
      </td>
      <td className={cell.wideOnly}>
        <AgentState {...agent} />
      </td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(agent.documents)}</td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(agent.conversations)}</td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.time}`}>
        <RelativeTime date={agent.lastModified} />
      </td>
      <td className={styles.actions}>{mayDelete && <RowMenu agent={agent} />}</td>
    </tr>
  );
}

function RowMenu({ agent }: { agent: AgentSummary }) {
  const [isDeleting, dialog] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${agent.title}`}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            c="var(--ui-bad)"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={dialog.open}
          >
            Delete agent
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteAgentDialog agent={agent} isOpen={isDeleting} onClose={dialog.close} />
    </>
  );
}
