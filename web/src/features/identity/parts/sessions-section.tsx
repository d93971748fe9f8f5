import type { OwnSession } from '@antiphon/contract/identity';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { type Say, useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './sessions-section.module.css';

/** Where the person is signed in, newest first, and the way to end each. */
export function SessionsSection() {
  const t = useTexts('identity');
  const queryClient = useQueryClient();
  const sessions = useQuery(query.identity.listSessions.queryOptions());
  const reload = () => queryClient.invalidateQueries({ queryKey: query.identity.listSessions.key() });
  const revoke = useMutation({
    mutationFn: (sessionId: string) => api.identity.revokeSession({ sessionId }),
    meta: { success: t('account.revoked'), failure: t('account.revokeFailed') },
    onSuccess: reload,
  });
  const revokeOthers = useMutation({
    mutationFn: () => api.identity.revokeOtherSessions({}),
    meta: { success: t('account.othersRevoked'), failure: t('account.revokeFailed') },
    onSuccess: reload,
  });
  const items = sessions.data?.items ?? [];
  return (
    <FormSection title={t('account.sessions')} description={t('account.sessionsText')}>
      {sessions.isPending && <RowsSkeleton rows={2} />}
      {sessions.isError && (
        <LoadFailure
          title={t('account.sessionsFailed')}
          problem={toProblem(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className={styles.list} aria-label={t('account.sessions')}>
        {items.map((session) => (
          <li key={session.id} className={styles.row}>
            <div>
              <Text fw={500}>{deviceOf(session, t)}</Text>
              <Text size="sm" c="var(--ui-muted)">
                {t('account.since')} <RelativeTime date={session.createdAt} />
              </Text>
            </div>
            {session.isCurrent ? (
              <StatusBadge tone="good">{t('account.thisDevice')}</StatusBadge>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('account.revokeOf', { device: deviceOf(session, t) })}
                onClick={() => revoke.mutate(session.id)}
                loading={revoke.isPending && revoke.variables === session.id}
              >
                {t('account.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div>
          <Button variant="default" onClick={() => revokeOthers.mutate()} loading={revokeOthers.isPending}>
            {t('account.revokeOthers')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function deviceOf({ browser, system }: OwnSession, t: Say<'identity'>): string {
  if (browser !== '' && system !== '') return t('account.device', { browser, system });
  return browser || system || t('account.unknownDevice');
}
