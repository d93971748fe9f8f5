import type { AgentSummary } from '@antiphon/contract/agents';

import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { Face } from '../../../ui/page/face.tsx';
import { AgentState } from '../agent-state.tsx';
import { AgentMenu } from './agent-menu.tsx';
import styles from './agent-row.module.css';
import { AgentTags } from './agent-tags.tsx';

export function AgentRow({ agent }: { agent: AgentSummary }) {
  const t = useTexts('agents');
  return (
    <tr className={styles.row}>
      <td className={styles.cell}>
        <div className={styles.main}>
          <Face src={agent.roundedImageURL} name={agent.title} size={28} />
          <div className={styles.words}>
            <AgentLink agent={agent} />
            {agent.description !== '' && <div className={styles.description}>{agent.description}</div>}
            <AgentTags tags={agent.tags} />
            <div className={styles.narrow}>
              <AgentState {...agent} />
              <span>{t('recent', { count: agent.recentConversations })}</span>
            </div>
          </div>
        </div>
      </td>
      <td className={cell.wideOnly}>
        <AgentState {...agent} />
      </td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(agent.documents)}</td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(agent.recentConversations)}</td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.time}`}>
        <RelativeTime date={agent.lastModified} />
      </td>
      <td className={styles.actions}>
        <AgentMenu agent={agent} />
      </td>
    </tr>
  );
}

/** Its area is the whole row or card that stands around it. */
export function AgentLink({ agent }: { agent: AgentSummary }) {
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId: agent.ID, tab: 'overview' }}
      className={styles.title}
      title={agent.title}
    >
      {agent.title}
    </Link>
  );
}
