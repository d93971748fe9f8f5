import type { ClientMe } from '@antiphon/contract/client-sessions';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import styles from './bar-tools.module.css';
import { useStatus } from './use-status.ts';

/** A green or a red dot, and a word. The change is shown at once, and taken back where the server refused. */
export function StatusToggle({ status }: { status: ClientMe['client']['status'] }) {
  const t = useTexts('client-shell');
  const change = useStatus();
  const isOnline = status === 'online';
  return (
    <UnstyledButton
      className={styles.status}
      aria-label={t(isOnline ? 'goOffline' : 'goOnline')}
      title={t(isOnline ? 'goOffline' : 'goOnline')}
      onClick={() => change.mutate(isOnline ? 'offline' : 'online')}
    >
      <span className={styles.dot} data-online={isOnline || undefined} aria-hidden="true" />
      {t(isOnline ? 'online' : 'offline')}
    </UnstyledButton>
  );
}
