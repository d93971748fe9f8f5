import type { SendingDomain, SendingDomainStatus } from '@antiphon/contract/sending-domains';
import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './domain.module.css';
import { toneOf } from './mail-record-words.ts';
import { ReminderLine } from './reminder-line.tsx';

const meaningOf = (status: SendingDomainStatus, canEdit: boolean) =>
  canEdit || (status !== 'not_started' && status !== 'failure')
    ? (`meanings.${status}` as const)
    : (`forReader.${status}` as const);

/** What the domain is by now, and what can be done with it. */
export function SendingDomainState({ domain, canEdit }: { domain: SendingDomain; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const { id, status, records, checkedAt, sender } = domain;
  const queryClient = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const verifying = useMutation({
    mutationFn: () => api.sendingDomains.verify({ id }),
    meta: { success: t('verifyStarted'), failure: t('verifyFailed') },
    onSuccess: (found) => queryClient.setQueryData(query.sendingDomains.get.queryKey({ input: { id } }), found),
  });
  const removing = useMutation({
    mutationFn: () => api.sendingDomains.remove({ id }),
    meta: { success: t('remove.removed'), failure: t('remove.failed') },
    onSuccess: async () => {
      setRemoving(false);
      await queryClient.invalidateQueries({ queryKey: query.agencies.key() });
    },
  });
  const count = records.filter((record) => record.status === 'verified').length;
  const progress = t('progress', { count, total: records.length });
  return (
    <>
      <div>
        <div className={styles.head}>
          <p className={styles.domain} dir="ltr" data-text="content">
            {domain.domain}
          </p>
          <StatusBadge tone={toneOf[status]} isBusy={status === 'pending'}>
            {t(`statuses.${status}`)}
          </StatusBadge>
        </div>
        {records.length > 0 && (
          <p className={styles.meaning} role="status">
            {t(meaningOf(status, canEdit), { sender })}
          </p>
        )}
      </div>
      {records.length > 0 && (
        <div>
          <div className={styles.counts}>
            <span>{progress}</span>
            {checkedAt !== null && (
              <span>
                <RichText of="dns-records" text="lastLook" tags={{ time: <RelativeTime date={checkedAt} /> }} />
              </span>
            )}
          </div>
          <Progress
            value={(100 * count) / records.length}
            size={6}
            mt={6}
            color={status === 'verified' ? 'var(--ui-good)' : undefined}
            aria-label={progress}
          />
        </div>
      )}
      {domain.remindedEmail !== '' && (
        <ReminderLine
          email={domain.remindedEmail}
          domain={domain.domain}
          canEdit={canEdit}
          stop={() => api.sendingDomains.stopReminder({ id })}
        />
      )}
      {canEdit && (
        <Group gap={8}>
          {status !== 'verified' && (
            <Button onClick={() => verifying.mutate()} loading={verifying.isPending}>
              {t('verify')}
            </Button>
          )}
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('remove.action')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('remove.title')}
        confirmLabel={t('remove.action')}
        isPending={removing.isPending}
        onConfirm={() => removing.mutate()}
      >
        <span className={styles.breaks}>{t('remove.text', { domain: domain.domain })}</span>
        {records.length > 0 && (
          <ul className={styles.names} dir="ltr" data-text="content">
            {records.map(({ type, name }) => (
              <li key={`${type} ${name}`}>
                {type} {name}
              </li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    </>
  );
}
