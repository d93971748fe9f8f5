import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import styles from './domain.module.css';

interface ReminderLineProps {
  email: string;
  domain: string;
  canEdit: boolean;
  stop: () => Promise<unknown>;
}

/** Who is reminded of missing records. The mail's "Do not remind me" opens the question at once. */
export function ReminderLine({ email, domain, canEdit, stop }: ReminderLineProps) {
  const t = useTexts('dns-records');
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/agency' });
  const { stopReminder = false } = useSearch({ from: '/app/$region/agency' });
  const [isAsking, setAsking] = useState(stopReminder);
  const close = () => {
    setAsking(false);
    if (stopReminder) void navigate({ search: ({ stopReminder: _, ...rest }) => rest, replace: true });
  };
  const stopping = useMutation({
    mutationFn: stop,
    meta: { success: t('reminder.stopped'), failure: t('reminder.failed') },
    onSuccess: async () => {
      close();
      const keys = [query.sendingDomains.key(), query.agencies.key()];
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
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
            <span className={styles.breaks}>{t('reminder.ask', { email, domain })}</span>
          </ConfirmDialog>
        </>
      )}
    </div>
  );
}
