import { changing, emit } from '../events/emit.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { takeItems } from './items.ts';

const WAITS = ['incomplete', 'past_due', 'unpaid'];

/** An invoice of a subscription is paid: it begins, or is in order again, or becomes what it was to become. */
export function subscriptionIsPaid(tx: Transaction, invoice: Tables['invoices']): void {
  const subscription = tx.find('subscriptions', invoice.parent?.subscription_details?.subscription);
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  const intent = tx.find(
    'payment_intents',
    tx.all('invoice_payments', (one) => one.invoice === invoice.id)[0]?.payment.payment_intent,
  );
  changing(tx, 'customer.subscription.updated', subscription, () => {
    if (WAITS.includes(subscription.status)) subscription.status = 'active';
    if (subscription.payment_settings?.save_default_payment_method === 'on_subscription' && intent?.payment_method)
      subscription.default_payment_method = intent.payment_method;
    const awaited = subscription.pending_update;
    if (awaited?.subscription_items) {
      takeItems(subscription, awaited.subscription_items);
      subscription.pending_update = null;
    }
    if (awaited) emit(tx, 'customer.subscription.pending_update_applied', subscription);
  });
}
