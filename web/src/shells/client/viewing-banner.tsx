import type { ClientMe } from '@antiphon/contract/client-sessions';
import { UnstyledButton } from '@mantine/core';
import { useLogOut } from '../../features/client-sessions/use-log-out.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './client-layout.module.css';

/** Whoever opened the dashboard in a client's place sees at every moment whose it is, and the way out. */
export function ViewingBanner({ me }: { me: ClientMe }) {
  const t = useTexts('client-shell');
  const exit = useLogOut();
  if (me.openedBy === null) return null;
  return (
    <section className={styles.banner} aria-label={t('viewing')}>
      <span>{t('viewingAs', { name: me.client.name || me.client.email })}</span>
      <UnstyledButton onClick={() => exit.mutate()} disabled={exit.isPending}>
        {t('exit')}
      </UnstyledButton>
    </section>
  );
}
