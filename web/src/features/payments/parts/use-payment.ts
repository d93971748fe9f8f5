import type { Order } from '@antiphon/contract/orders';
import { api, query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { type Payable, usePaying } from '../use-paying.ts';

type Payment = Omit<Parameters<typeof usePaying>[0], 'changed'>;

export const CHANGED = [
  ...[query.subscriptions.key(), query.billing.key(), query.orders.key(), query.invoices.key()],
  ...[query.workspaces.key(), query.entitlements.key(), query.addons.key(), query.recharges.key()],
  // Ordered by once: the next try has another.
  query.quotes.key(),
];

/** A payment of the workspace. */
export function usePayment(payment: Payment) {
  const { uid } = useWorkspace();
  const { pay, payOrder, ...state } = usePaying({ ...payment, changed: CHANGED });
  return {
    ...state,
    pay: (place: () => Promise<Order>) => payOrder(place, (orderId) => api.orders.get({ uid, orderId })),
    payInvoice: (place: () => Promise<Payable>, look: () => Promise<Payable>) => pay(place, look),
  };
}
