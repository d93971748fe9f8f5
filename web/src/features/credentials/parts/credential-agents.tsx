import type { Credential } from '@antiphon/contract/credentials';
import { Popover, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './credentials.module.css';

/** How many agents use a key; pressed, which ones. */
export function CredentialAgents({ credential: { label, agents } }: { credential: Credential }) {
  const t = useTexts('credentials');
  if (agents.length === 0) return <span className={styles.time}>{t('noAgent')}</span>;
  return (
    <Popover position="bottom-start" width={260} shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles.agents}>{t('agentsUsing', { count: agents.length })}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('agentsOf', { label })}>
        <AgentLinks agents={agents} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** To each agent's settings, where another credential is chosen. */
export function AgentLinks({ agents }: { agents: Credential['agents'] }) {
  return (
    <ul className={styles.agentList}>
      {agents.map(({ ID, title }) => (
        <li key={ID}>
          <Link
            to="/app/$region/agents/$agentId/$tab"
            params={{ region: currentRegion(), agentId: ID, tab: 'prompt' }}
            title={title}
            data-text="content"
            dir="auto"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
