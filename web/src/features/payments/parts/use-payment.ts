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

/** What is to be paid, as it is at the moment. */
type Payable = Pick<Order, 'requiresAction' | 'clientSecret'> & { status: Order['status'] | 'open' };
type Placed = { now: Payable; look: () => Promise<Payable> };

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

  const outcomeOf = async (placed: Placed): Promise<void> => {
    const since = Date.now();
    setConfirmingSince(since);
    for (let { now } = placed; Date.now() - since < GIVES_UP_MS; now = await placed.look()) {
      if (now.status === 'paid') return;
      if (now.status === 'void' || now.status === 'failed') throw new NotPaid(t('declined'));
      await wait(LOOK_MS);
    }
    throw new NotPaid(t('stillOpen'));
  };
  const paying = useMutation({
    meta: { isFailureShown: true, success },
    async mutationFn(place: () => Promise<Placed>) {
      const placed = await place();
      const { clientSecret, requiresAction } = placed.now;
      if (clientSecret !== null && requiresAction) {
        const intent = { clientSecret, publishableKey };
        const confirmed = await agreed(intent, await confirmPayment(intent));
        if (confirmed.state === 'declined') throw new NotPaid(confirmed.message || t('notConfirmed'));
      }
      return outcomeOf(placed);
    },
    onSuccess: onPaid,
    async onSettled() {
      setConfirmingSince(null);
      for (const key of [
        query.subscriptions.key(),
        query.billing.key(),
        query.orders.key(),
        query.invoices.key(),
        query.workspaces.key(),
        query.entitlements.key(),
        query.addons.key(),
        // Ordered by once: the next try has another.
        query.quotes.key(),
        query.recharges.key(),
      ])
        await queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const { error } = paying;
  return {
    pay: (place: () => Promise<Order>) =>
      paying.mutate(async () => {
        const now = await place();
        return { now, look: () => api.orders.get({ uid, orderId: now.orderId }) };
      }),
    payInvoice: (place: () => Promise<Payable>, look: () => Promise<Payable>) =>
      paying.mutate(async () => ({ now: await place(), look })),
    isPending: paying.isPending,
    confirmingSince,
    failure: error && (error instanceof NotPaid ? error.message : toProblem(error).message),
    asked: dialog,
  };
}
