import { emit } from '../events/emit.ts';
import { intentOf } from '../invoices/finalize.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { cancelPaymentIntent } from '../payments/payment-intent.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Subscription } from './items.ts';

type Ending = {
  reason: 'cancellation_requested' | 'payment_failed';
  feedback?: string | null;
  comment?: string | null;
};

/** Over, at once. What is open stays owed, but nobody tries to collect it any more. */
export function endSubscription(tx: Transaction, subscription: Subscription, ending: Ending): Subscription {
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = 'canceled';
  subscription.canceled_at ??= tx.now;
  subscription.ended_at = tx.now;
  subscription.cancel_at_period_end = false;
  subscription.pending_update = null;
  const before = subscription.cancellation_details;
  subscription.cancellation_details = {
    comment: ending.comment ?? before?.comment ?? null,
    feedback: (ending.feedback ?? before?.feedback ?? null) as NonNullable<typeof before>['feedback'],
    feedback_option: null,
    reason: ending.reason,
  };
  for (const invoice of openInvoices(tx, subscription)) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    if (wasIncomplete && invoice.status === 'open') voidInvoice(tx, invoice);
  }
  emit(tx, 'customer.subscription.deleted', subscription);
  return subscription;
}

const openInvoices = (tx: Transaction, { id }: Subscription) =>
  tx.all(
    'invoices',
    (one) => one.parent?.subscription_details?.subscription === id && (one.status === 'open' || one.status === 'draft'),
  );

/** Nobody paid within 23 hours of the first try. */
export function expireSubscription(tx: Transaction, subscription: Subscription): void {
  const invoice = tx.find('invoices', subscription.latest_invoice);
  if (invoice?.status === 'open') voidInvoice(tx, invoice);
  subscription.status = 'incomplete_expired';
  subscription.ended_at = tx.now;
  emit(tx, 'customer.subscription.updated', subscription, { status: 'incomplete' });
}

/** The change that waited for its payment does not come. */
export function dropPendingUpdate(tx: Transaction, subscription: Subscription): void {
  const invoice = tx.find('invoices', subscription.latest_invoice);
  const intent = invoice && intentOf(tx, invoice);
  if (intent) cancelPaymentIntent(tx, intent, null);
  forgetUpdate(tx, subscription);
  if (invoice?.status === 'open') voidInvoice(tx, invoice);
}

function forgetUpdate(tx: Transaction, subscription: Subscription): void {
  subscription.pending_update = null;
  emit(tx, 'customer.subscription.pending_update_expired', subscription);
}

/** Whoever voids the invoice of a change that waits for its payment takes the change back. */
export function invoiceIsVoid(tx: Transaction, invoice: Tables['invoices']): void {
  const subscription = tx.find('subscriptions', invoice.parent?.subscription_details?.subscription);
  if (subscription?.pending_update && subscription.latest_invoice === invoice.id) forgetUpdate(tx, subscription);
}
