import type { ClientPlan } from '@antiphon/contract/client-plans';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { CHANGED } from '../use-billing.ts';

/** Long enough to read that it was done. */
const READ_MS = 1_500;

/** What can be done about its end: one that goes on is canceled, one that is canceled goes on after all. */
export const EndPlan = ({ plan }: { plan: ClientPlan }) =>
  plan.cancelsAt === null ? <CancelPlan plan={plan} /> : <ReactivatePlan plan={plan} />;

/** Ends the plan with its period, once more asked; then everything is read anew. */
function CancelPlan({ plan }: { plan: ClientPlan }) {
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

/** Lets a plan go on that was to end. Nothing is asked: it costs nothing before it renews, and can be canceled again. */
function ReactivatePlan({ plan }: { plan: ClientPlan }) {
  const t = useTexts('client-billing');
  const queryClient = useQueryClient();
  const reactivating = useMutation({
    mutationFn: () => api.clientPlans.reactivate({ subscriptionId: plan.id }),
    meta: { success: t('plans.reactivated'), failure: t('plans.reactivateFailed') },
    // One that has ended meanwhile is refused: what is there now is shown.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <Button size="xs" loading={reactivating.isPending} onClick={() => reactivating.mutate()}>
      {t('plans.reactivate')}
    </Button>
  );
}
