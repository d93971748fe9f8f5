import { changing, emit } from '../events/emit.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { endSubscription } from './end.ts';

/** Days after one failed try until the next: the 3rd, 8th and 15th day. A setting of the Dashboard at Stripe. */
const RETRY_DAYS = [3, 5, 7];

/** A try to collect an invoice failed: another day, or the end that the setting of dunning wants. */
export function subscriptionIsUnpaid(tx: Transaction, invoice: Tables['invoices']): void {
  const subscription = tx.find('subscriptions', invoice.parent?.subscription_details?.subscription);
  const hidden = tx.hidden('invoices', invoice.id);
  const days = RETRY_DAYS[hidden.failures ?? 0];
  hidden.failures = (hidden.failures ?? 0) + 1;
  const isRetried = invoice.auto_advance === true && invoice.billing_reason !== 'subscription_create';
  invoice.next_payment_attempt = isRetried && days ? tx.now + days * 86_400 : null;
  if (!subscription || subscription.status === 'incomplete' || subscription.pending_update) return;
  if (invoice.billing_reason === 'subscription_create') return;
  if (subscription.status === 'active')
    changing(tx, 'customer.subscription.updated', subscription, () => {
      subscription.status = 'past_due';
    });
  if (invoice.next_payment_attempt !== null || subscription.status !== 'past_due' || !isRetried) return;
  const end = tx.for('').find('settings', 'settings')?.dunningEnd ?? 'cancel';
  if (end === 'cancel') endSubscription(tx, subscription, { reason: 'payment_failed' });
  if (end === 'unpaid')
    changing(tx, 'customer.subscription.updated', subscription, () => {
      subscription.status = 'unpaid';
    });
  if (end !== 'past_due') emit(tx, 'invoice.updated', invoice);
}
