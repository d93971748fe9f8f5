import type { PayInvoice } from '../payments/invoices.ports.ts';

type Order = {
  purpose: 'top_up' | 'subscription' | 'addons' | 'client_credits' | 'client_plan';
  currency: string;
  amount: number;
  isHolderAway: boolean;
  ending: string | null;
};

/** What has to be asked of the provider next. `look`: nothing; what is there is applied. `end`: nothing is there, and nothing will be. */
export type Step =
  | { call: 'invoice' | 'subscribe' | 'change' | 'line' | 'finalize' | 'pay' | 'void' | 'delete' }
  | { ending: 'declined' | 'other_total'; declineCode: string | null }
  | 'look'
  | 'end';

/** A plan of an agency is paid on a page of the provider's, which makes its invoice (`drive-checkout.ts`). */
const FIRST = {
  top_up: 'invoice',
  client_credits: 'invoice',
  subscription: 'subscribe',
  addons: 'change',
  client_plan: null,
} as const;

/** Told by what is there, not by what was done last: whoever goes on after a crash needs no memory. */
export function stepOf(order: Order, invoice: PayInvoice | null): Step {
  const isEnding = order.ending !== null;
  const first = FIRST[order.purpose];
  if (!invoice) return isEnding || first === null ? 'end' : { call: first };
  if (invoice.status === 'paid' || invoice.status === 'void') return 'look';
  if (isEnding) return { call: invoice.status === 'draft' ? 'delete' : 'void' };
  if (invoice.status === 'draft' && invoice.lines.length === 0) return { call: 'line' };
  if (invoice.total !== order.amount || invoice.currency !== order.currency)
    return { ending: 'other_total', declineCode: null };
  if (invoice.status === 'draft') return { call: 'finalize' };
  const { status = 'waiting', declineCode = null } = invoice.intent ?? {};
  if (status === 'waiting') return { call: 'pay' };
  if (status === 'failed') return { ending: 'declined', declineCode };
  if (status === 'action' && order.isHolderAway) return { ending: 'declined', declineCode: 'authentication_required' };
  return 'look';
}

/** In place of the provider's code where it says that this card is never to be asked again. */
export const FINAL = 'do_not_try_again';

const SAME_KEY = 3;

/**
 * The name under which a step is done once. A lost answer is told again under it; where the provider goes on answering with an error that
 * it remembers, the third failure takes another name, and what is there was looked at before.
 */
export const keyOf = (id: string, call: string, failures: number): string =>
  `${id}:${call}:${1 + Math.floor(failures / SAME_KEY)}`;

const MINUTE_MS = 60_000;
/** Keys are known for 24 hours: what was not paid by then is looked up, and closed. */
export const LIVES_MS = 23 * 60 * MINUTE_MS;

/** When a step that failed is tried again: within seconds, then minutes. */
export const retryMs = (failures: number): number => Math.min(5 * MINUTE_MS, 1_000 * 2 ** Math.min(failures, 10));

/** When an order that waits for somebody is looked at without being told to: events get lost. */
export const lookAgainAt = (order: { createdAt: Date }, now: Date): Date =>
  new Date(
    Math.max(now.getTime() + 1_000, Math.min(now.getTime() + 5 * MINUTE_MS, order.createdAt.getTime() + LIVES_MS)),
  );

export const isTooOld = (order: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - order.createdAt.getTime() >= LIVES_MS;
