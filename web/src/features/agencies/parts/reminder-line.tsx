import type { SendingDomain } from '@antiphon/contract/sending-domains';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import styles from './email.module.css';

/** Who is reminded of missing records. The mail's "Do not remind me" opens the question at once. */
export function ReminderLine({ domain, canEdit }: { domain: SendingDomain; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const { id, remindedEmail: email } = domain;
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/agency' });
  const { stopReminder = false } = useSearch({ from: '/app/$region/agency' });
  const [isAsking, setAsking] = useState(stopReminder);
  const close = () => {
    setAsking(false);
    if (stopReminder) void navigate({ search: ({ stopReminder: _, ...rest }) => rest, replace: true });
  };
  const stopping = useMutation({
    mutationFn: () => api.sendingDomains.stopReminder({ id }),
    meta: { success: t('reminder.stopped'), failure: t('reminder.failed') },
    onSuccess: async () => {
      close();
      await queryClient.invalidateQueries({ queryKey: query.sendingDomains.key() });
    },
  });
  return (
    <div className={styles.reminder}>
      <span className={styles.breaks}>{t('reminder.text', { email })}</span>
      {canEdit && (
        <>
          <Button variant="default" size="compact-sm" flex="none" onClick={() => setAsking(true)}>
            {t('reminder.stop')}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            onClose={close}
            title={t('reminder.title')}
            confirmLabel={t('reminder.confirm')}
            isDangerous={false}
            isPending={stopping.isPending}
            onConfirm={() => stopping.mutate()}
          >
            <span className={styles.breaks}>{t('reminder.ask', { email, domain: domain.domain })}</span>
          </ConfirmDialog>
        </>
      )}
    </div>
  );
}
