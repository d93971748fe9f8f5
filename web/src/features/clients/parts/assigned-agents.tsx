import type { AgentId } from '@antiphon/contract/ids';
import type { AgentFace } from '@antiphon/contract/orgs';
import { Button, Checkbox, Popover, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './clients.module.css';

interface AssignedAgentsProps {
  /** Of whom. */
  name: string;
  assigned: AgentFace[];
  /** What can be chosen; without it all agents of the workspace. */
  choice?: AgentFace[];
  mayWrite: boolean;
  onChange: (agentId: AgentId, isAssigned: boolean) => void;
}

/** The agents as chips, and a button that opens the list to choose from: what dragging does, without a mouse. */
export function AssignedAgents({ name, assigned, choice, mayWrite, onChange }: AssignedAgentsProps) {
  const t = useTexts('clients');
  return (
    <div className={styles.chips}>
      {assigned.map(({ ID, title }) => (
        <span key={ID} className={styles.chip} title={title} data-text="content">
          {title}
        </span>
      ))}
      {mayWrite && (
        <Popover width={280} position="bottom-start" shadow="md" trapFocus>
          <Popover.Target>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPlus size={12} aria-hidden="true" />}
              aria-label={t('agents.assignTo', { name })}
            >
              {t('agents.assign')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('agents.assignTo', { name })}>
            {choice ? (
              <Choice agents={choice} assigned={assigned} onChange={onChange} />
            ) : (
              <AllAgents assigned={assigned} onChange={onChange} />
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

type ChoiceProps = Pick<AssignedAgentsProps, 'assigned' | 'onChange'>;

function AllAgents(props: ChoiceProps) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const [search, setSearch] = useState('');
  const agents = useQuery(
    query.agents.list.queryOptions({
      input: { uid, search: search || undefined, sort: 'title', limit: 50 },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <TextInput
        aria-label={t('agents.search')}
        placeholder={t('agents.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb={8}
      />
      <Choice agents={agents.data?.items ?? []} {...props} />
    </>
  );
}

function Choice({ agents, assigned, onChange }: ChoiceProps & { agents: AgentFace[] }) {
  const t = useTexts('clients');
  if (agents.length === 0)
    return (
      <Text size="sm" c="var(--ui-muted)">
        {t('agents.none')}
      </Text>
    );
  return (
    <div className={styles.choice}>
      {agents.map(({ ID, title }) => (
        <Checkbox
          key={ID}
          label={<span data-text="content">{title}</span>}
          checked={assigned.some((one) => one.ID === ID)}
          onChange={(event) => onChange(ID, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}
