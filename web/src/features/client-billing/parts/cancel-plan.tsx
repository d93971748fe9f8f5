import type { ClientPlan } from '@antiphon/contract/client-plans';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';

/** Long enough to read that it was done. */
const READ_MS = 1_500;

/** Ends the plan with its period, once more asked; then everything is read anew. */
export function CancelPlan({ plan }: { plan: ClientPlan }) {
  const t = useTexts('client-billing');
  const [isAsked, setAsked] = useState(false);
  const canceling = useMutation({
    mutationFn: () => api.clientPlans.cancel({ subscriptionId: plan.id }),
    meta: { success: t('plans.canceled'), failure: t('plans.cancelFailed') },
    onSuccess: () => {
      setAsked(false);
      setTimeout(() => window.location.reload(), READ_MS);
    },
  });
  const date = formatDay(new Date((plan.renewsAt ?? 0) * 1_000));
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={canceling.isPending || canceling.isSuccess}
        onClick={() => setAsked(true)}
      >
        {t('plans.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('plans.cancelAsk', { name: plan.name })}
        confirmLabel={t('plans.cancel')}
        onConfirm={() => canceling.mutate()}
        isPending={canceling.isPending}
      >
        {t('plans.cancelText', { date })}
      </ConfirmDialog>
    </>
  );
}
