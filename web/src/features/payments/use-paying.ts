import type { OrderId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { confirmPayment } from './parts/confirm-payment.ts';
import type { Provider } from './parts/provider.ts';
import { useHolder } from './parts/use-holder.ts';
import { NotPaid, usePaymentFailure } from './payment-failure.ts';

const LOOK_MS = 1_000;
/** Then the person is told that they need not wait. */
export const PATIENCE_MS = 10_000;
const GIVES_UP_MS = 120_000;
/** After a no of the bank: until the order is over, another try would only be told of the same no. */
const ENDS_MS = 15_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the end of what the bank has said no to, but not where its holder can still say yes. */
async function isPaidAfterAll(look: () => Promise<Payable>): Promise<boolean> {
  for (const since = Date.now(); Date.now() - since < ENDS_MS; await wait(LOOK_MS)) {
    const now = await look();
    if (now.status === 'paid') return true;
    if (now.status === 'void' || now.status === 'failed' || now.requiresAction) return false;
  }
  return false;
}

/** What is to be paid, as it is at the moment. */
export type Payable = Pick<Order, 'requiresAction' | 'clientSecret'> & { status: Order['status'] | 'open' };
type Placed = { now: Payable; look: () => Promise<Payable> };

type Payment = {
  provider: Provider;
  /** Said once it is paid. */
  success: string;
  onPaid: () => void;
  /** Where the screen on which it is told may be gone by then. */
  onFailed?: (message: string) => void;
  /** What is read anew, whatever became of it. */
  changed: readonly (readonly unknown[])[];
};

/**
 * A payment from the press to its end: the holder of the card is asked where their bank wants it, and the order is looked at until the
 * provider has told the server. What this browser believes moves nothing.
 */
export function usePaying({ provider, success, onPaid, onFailed, changed }: Payment) {
  const t = useTexts('payments');
  const queryClient = useQueryClient();
  const { agreed, dialog } = useHolder();
  const messageOf = usePaymentFailure();
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
        const intent = { ...provider, clientSecret };
        const confirmed = await agreed(intent, await confirmPayment(intent));
        if (confirmed.state === 'declined') {
          const { message, status } = confirmed;
          const isAnswered = Boolean(message || status);
          if (isAnswered && (await isPaidAfterAll(placed.look))) return;
          throw new NotPaid(message || (status ? t('failedStatus', { status }) : t('notConfirmed')));
        }
      }
      return outcomeOf(placed);
    },
    onSuccess: onPaid,
    onError: (error) => onFailed?.(messageOf(error)),
    async onSettled() {
      setConfirmingSince(null);
      for (const key of changed) await queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const { error } = paying;
  return {
    pay: (place: () => Promise<Payable>, look: () => Promise<Payable>) =>
      paying.mutate(async () => ({ now: await place(), look })),
    payOrder: (place: () => Promise<Order>, lookAt: (orderId: OrderId) => Promise<Order>) =>
      paying.mutate(async () => {
        const now = await place();
        return { now, look: () => lookAt(now.orderId) };
      }),
    isPending: paying.isPending,
    confirmingSince,
    failure: error && messageOf(error),
    asked: dialog,
  };
}
