import type { Order } from '@antiphon/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { confirmPayment } from './test-provider.ts';
import { useHolder } from './use-holder.ts';

/** Said where the sum stands: nothing was paid, or it is not known yet. */
class NotPaid extends Error {}

const LOOK_MS = 1_000;
/** Then the person is told that they need not wait. */
export const PATIENCE_MS = 10_000;
const GIVES_UP_MS = 120_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Payment = {
  publishableKey: string;
  /** Said once it is paid. */
  success: string;
  onPaid: () => void;
};

/**
 * A payment from the press to its end: the holder of the card is asked where their bank wants it, and the order is looked at until the
 * provider has told the server. What this browser believes moves nothing.
 */
export function usePayment({ publishableKey, success, onPaid }: Payment) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { agreed, dialog } = useHolder();
  const [confirmingSince, setConfirmingSince] = useState<number | null>(null);

  const outcomeOf = async (order: Order): Promise<Order> => {
    const since = Date.now();
    setConfirmingSince(since);
    for (
      let now = order;
      Date.now() - since < GIVES_UP_MS;
      now = await api.orders.get({ uid, orderId: order.orderId })
    ) {
      if (now.status === 'paid') return now;
      if (now.status === 'void' || now.status === 'failed') throw new NotPaid(t('declined'));
      await wait(LOOK_MS);
    }
    throw new NotPaid(t('stillOpen'));
  };
  const paying = useMutation({
    meta: { isFailureShown: true, success },
    async mutationFn(place: () => Promise<Order>) {
      const order = await place();
      if (order.clientSecret !== null && order.requiresAction) {
        const intent = { clientSecret: order.clientSecret, publishableKey };
        const confirmed = await agreed(intent, await confirmPayment(intent));
        if (confirmed.state === 'declined') throw new NotPaid(confirmed.message || t('notConfirmed'));
      }
      return outcomeOf(order);
    },
    onSuccess: onPaid,
    async onSettled() {
      setConfirmingSince(null);
      for (const key of [
        query.subscriptions.key(),
        query.billing.key(),
        query.orders.key(),
        query.workspaces.key(),
        query.entitlements.key(),
      ])
        await queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const { error } = paying;
  return {
    pay: (place: () => Promise<Order>) => paying.mutate(place),
    isPending: paying.isPending,
    confirmingSince,
    failure: error && (error instanceof NotPaid ? error.message : toProblem(error).message),
    asked: dialog,
  };
}
