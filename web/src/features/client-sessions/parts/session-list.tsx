import type { ClientSession } from '@antiphon/contract/client-sessions';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './account.module.css';

export function SessionList() {
  const t = useTexts('client-account');
  const sessions = useQuery(query.clientSessions.listSessions.queryOptions());
  return (
    <section className={styles.form} aria-label={t('sessions.title')}>
      <h3 className={styles.title}>{t('sessions.title')}</h3>
      {sessions.isPending && <RowsSkeleton rows={2} />}
      {sessions.isError && (
        <LoadFailure
          title={t('sessions.failed')}
          problem={toProblem(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.isSuccess && (
        <ul className={styles.sessions}>
          {sessions.data.items.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Session({ session }: { session: ClientSession }) {
  const t = useTexts('client-account');
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: () => api.clientSessions.revokeSession({ sessionId: session.id }),
    meta: { success: t('sessions.ended'), failure: t('sessions.endFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.clientSessions.listSessions.key() }),
  });
  const { browser, system } = session;
  const device = browser && system ? t('sessions.device', { browser, system }) : browser || t('sessions.unknown');
  return (
    <li className={styles.session}>
      <div>
        <p>{device}</p>
        <p className={styles.hint}>
          {t('sessions.used')} <RelativeTime date={session.lastUsedAt} />
        </p>
      </div>
      {session.isCurrent ? (
        <StatusBadge tone="good">{t('sessions.current')}</StatusBadge>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('sessions.endOf', { device })}
          onClick={() => ending.mutate()}
          loading={ending.isPending}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
