import { Button, Group, Modal, Radio, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './payments.module.css';
import { CHANGED } from './use-payment.ts';

/** The specification's five. What is sent is English, for whoever reads it. */
const REASONS = {
  expensive: 'Too expensive',
  missing: 'Missing features',
  alternative: 'Found a better alternative',
  temporary: 'Temporary need',
  other: 'Other',
} as const;
type Reason = keyof typeof REASONS;

/** Why, and until when the plan stays. */
export function CancelDialog({ renewalDate, onClose }: { renewalDate: number | null; onClose: () => void }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState<Reason | ''>('');
  const [more, setMore] = useState('');
  const canceling = useMutation({
    mutationFn: (why: string) => api.subscriptions.cancel({ userId: uid, reason: why }),
    meta: { success: t('cancel.done'), failure: t('cancel.failed') },
    // A plan that has ended meanwhile is refused: what is there now is shown.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    onSuccess: onClose,
  });
  const isWhole = reason !== '' && (reason !== 'other' || more.trim() !== '');
  const end = renewalDate && formatDay(new Date(renewalDate * 1_000));
  return (
    <Modal opened onClose={onClose} title={t('cancel.title')} size={480}>
      <div className={styles.form}>
        <p className={styles.quiet}>{end ? t('cancel.until', { date: end }) : t('cancel.text')}</p>
        <Radio.Group label={t('cancel.why')} value={reason} onChange={(value) => setReason(value as Reason)}>
          <div className={styles.reasons}>
            {(Object.keys(REASONS) as Reason[]).map((one) => (
              <Radio key={one} value={one} label={t(`cancel.reasons.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {reason === 'other' && (
          <Textarea
            label={t('cancel.more')}
            maxLength={400}
            autosize
            minRows={2}
            value={more}
            onChange={(event) => setMore(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button
            color="red"
            disabled={!isWhole}
            loading={canceling.isPending}
            onClick={() => reason !== '' && canceling.mutate(reason === 'other' ? more.trim() : REASONS[reason])}
          >
            {t('cancel.action')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
