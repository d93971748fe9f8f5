import { emit } from '../events/emit.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { currentDiscounts } from '../invoices/discount.ts';
import { finalize } from '../invoices/finalize.ts';
import type { NewLine } from '../invoices/lines.ts';
import { type Invoice, makeInvoice } from '../invoices/make-invoice.ts';
import { collect, errorOf } from '../invoices/pay-invoice.ts';
import type { Transaction } from '../store/transaction.ts';
import { changeItems, type ItemChange, prorate } from './change-items.ts';
import type { Behaviour } from './create.ts';
import { dropPendingUpdate } from './end.ts';
import { type Item, periodOf, type Subscription, takeItems } from './items.ts';

/** How long a change waits for its payment, within its period. */
const PENDING_SECONDS = 23 * 3_600;

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export type ItemsUpdate = {
  changes: ItemChange[];
  proration: Proration;
  prorationDate?: number | undefined;
  behaviour: Behaviour | 'pending_if_incomplete';
};

export function dateWithin(tx: Transaction, subscription: Subscription, date: number | undefined): number {
  const { start, end } = periodOf(subscription);
  if (date !== undefined && (date < start || date > end))
    throw invalid(
      `Cannot specify proration date outside of current subscription period (${start} - ${end}).`,
      undefined,
      'proration_date',
    );
  return date ?? tx.now;
}

/** `previewedAt`: what a preview alone tells. */
export function prorationInvoice(
  tx: Transaction,
  subscription: Subscription,
  lines: NewLine[],
  previewedAt?: number,
): Invoice {
  return makeInvoice(tx, {
    customer: subscription.customer,
    currency: subscription.currency,
    reason: 'subscription_update',
    subscription: previewedAt === undefined ? subscription : { ...subscription, prorationDate: previewedAt },
    lines,
    period: { start: tx.now, end: tx.now },
    discounts: currentDiscounts(tx, subscription, false),
    taxRates: (subscription.default_tax_rates ?? []).map(({ id }) => id),
    autoAdvance: true,
  });
}

/** Other items from now on, and what that costs: now, with the next invoice, or nothing. */
export function updateItems(tx: Transaction, subscription: Subscription, update: ItemsUpdate): void {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      'invalid_canceled_subscription_fields',
    );
  if (subscription.pending_update) dropPendingUpdate(tx, subscription);
  const items = changeItems(tx, subscription, update.changes);
  const at = dateWithin(tx, subscription, update.prorationDate);
  const lines = update.proration === 'none' ? [] : prorate(subscription, items, at);
  if (update.proration === 'create_prorations') for (const line of lines) addPending(tx, subscription, line);
  if (update.proration !== 'always_invoice' || lines.length === 0) {
    takeItems(subscription, items);
    return;
  }
  const invoice = prorationInvoice(tx, subscription, lines);
  subscription.latest_invoice = invoice.id;
  if (update.behaviour === 'pending_if_incomplete') {
    payFirst(tx, subscription, items, invoice);
    return;
  }
  takeItems(subscription, items);
  finalize(tx, invoice);
  if (update.behaviour === 'default_incomplete') return;
  const outcome = collect(tx, invoice, null);
  if (outcome.kind !== 'paid' && update.behaviour === 'error_if_incomplete') throw errorOf(tx, invoice, outcome, false);
}

/** The items change only once the invoice is paid; `subscriptionIsPaid` takes them then. */
function payFirst(tx: Transaction, subscription: Subscription, items: Item[], invoice: Invoice): void {
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(tx.now + PENDING_SECONDS, periodOf(subscription).end),
    metadata: null,
    subscription_items: items,
    trial_end: null,
    trial_from_plan: null,
  };
  finalize(tx, invoice);
  if (invoice.status === 'open') collect(tx, invoice, null);
}

function addPending(tx: Transaction, subscription: Subscription, line: NewLine): void {
  const item = tx.add('invoice_items', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: line.amount,
    currency: line.currency,
    customer: subscription.customer,
    customer_account: null,
    date: tx.now,
    description: line.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription: subscription.id,
        subscription_item: line.parent?.subscription_item_details?.subscription_item ?? '',
      },
    },
    period: line.period,
    pricing: {
      type: 'price_details',
      ...(line.price ? { price_details: { price: line.price.id, product: line.price.product } } : {}),
      unit_amount_decimal: String(line.amount),
    },
    proration: true,
    quantity: line.quantity ?? 1,
    quantity_decimal: String(line.quantity ?? 1),
    tax_rates: [],
    test_clock: null,
  });
  emit(tx, 'invoiceitem.created', item);
}
