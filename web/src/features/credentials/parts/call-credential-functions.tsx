import type { CallCredential } from '@antiphon/contract/call-credentials';
import { Popover, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './credentials.module.css';

/** How many functions use a secret; pressed, which ones. */
export function CallCredentialFunctions({ credential: { label, functions } }: { credential: CallCredential }) {
  const t = useTexts('call-credentials');
  if (functions.length === 0) return <span className={styles.time}>{t('noFunction')}</span>;
  return (
    <Popover position="bottom-start" width={260} shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles.agents}>{t('functionsUsing', { count: functions.length })}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('functionsOf', { label })}>
        <FunctionLinks functions={functions} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** To each function, where another credential is chosen. */
export const FunctionLinks = ({ functions }: Pick<CallCredential, 'functions'>) => (
  <ul className={styles.agentList}>
    {functions.map(({ id, name }) => (
      <li key={id}>
        <Link
          to="/app/$region/integrations/$functionId"
          params={{ region: currentRegion(), functionId: id }}
          data-text="content"
          dir="ltr"
        >
          {name}
        </Link>
      </li>
    ))}
  </ul>
);
