import { changing } from '../events/emit.ts';
import { currentDiscounts } from '../invoices/discount.ts';
import { type NewLine, ofInvoiceItem, ofItem, type Period } from '../invoices/lines.ts';
import { type Invoice, makeInvoice } from '../invoices/make-invoice.ts';
import { nextEnd } from '../money/months.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { endSubscription } from './end.ts';
import { costOf, type Item, periodOf, type Subscription } from './items.ts';

/** How long an invoice of a renewal stays a draft. */
const DRAFT_SECONDS = 3_600;

const titleOf = ({ price }: Item) => price.nickname ?? 'Subscription';

export const cycleLines = (subscription: Pick<Subscription, 'id'>, items: Item[], period: Period): NewLine[] =>
  items.map((item) => ({
    amount: costOf(item),
    currency: item.price.currency,
    description: `${item.quantity ?? 1} × ${titleOf(item)}`,
    period,
    parent: ofItem(subscription.id, item.id, false),
    price: item.price,
    quantity: item.quantity ?? 1,
    taxRates: item.tax_rates && item.tax_rates.length > 0 ? item.tax_rates.map(({ id }) => id) : null,
  }));

/** What waits to be billed with the next invoice. */
export const pendingItems = (tx: Transaction, customer: string, currency: string, subscription: string | null) =>
  tx.all('invoice_items', (one) => {
    const its = one.parent?.subscription_details?.subscription ?? null;
    return (
      one.invoice === null &&
      one.customer === customer &&
      one.currency === currency &&
      (its === null || its === subscription)
    );
  });

export const itemLine = (item: Tables['invoice_items']): NewLine => {
  const details = item.parent?.subscription_details;
  return {
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    period: item.period,
    parent: details?.subscription_item
      ? ofItem(details.subscription, details.subscription_item, item.proration, item.id)
      : ofInvoiceItem(item.id),
    quantity: item.quantity,
    unitAmount: Number(item.pricing?.unit_amount_decimal ?? item.amount),
    isDiscountable: item.discountable,
    metadata: item.metadata ?? {},
    taxRates: item.tax_rates && item.tax_rates.length > 0 ? item.tax_rates.map(({ id }) => id) : null,
  };
};

export const nextPeriod = (subscription: Subscription): Period => {
  const { end } = periodOf(subscription);
  const recurring = subscription.items.data[0]?.price.recurring;
  return {
    start: end,
    end: nextEnd(
      subscription.billing_cycle_anchor,
      recurring?.interval ?? 'month',
      recurring?.interval_count ?? 1,
      end,
    ),
  };
};

/** The invoice of the next period, as a draft. */
export function cycleInvoice(tx: Transaction, subscription: Subscription, period: Period): Invoice {
  const pending = pendingItems(tx, subscription.customer, subscription.currency, subscription.id);
  subscription.discounts = currentDiscounts(tx, subscription, false);
  const invoice = makeInvoice(tx, {
    customer: subscription.customer,
    currency: subscription.currency,
    reason: 'subscription_cycle',
    subscription,
    lines: [...pending.map(itemLine), ...cycleLines(subscription, subscription.items.data, period)],
    period: periodOf(subscription),
    discounts: subscription.discounts,
    taxRates: (subscription.default_tax_rates ?? []).map(({ id }) => id),
    autoAdvance: subscription.status !== 'unpaid',
  });
  for (const item of pending) item.invoice = invoice.id;
  return invoice;
}

/** At the end of a period: the next one begins, or the subscription ends. */
export function renew(tx: Transaction, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(tx, subscription, { reason: 'cancellation_requested' });
    return;
  }
  const period = nextPeriod(subscription);
  changing(tx, 'customer.subscription.updated', subscription, () => {
    const invoice = cycleInvoice(tx, subscription, period);
    invoice.automatically_finalizes_at = invoice.auto_advance ? tx.now + DRAFT_SECONDS : null;
    subscription.latest_invoice = invoice.id;
    for (const item of subscription.items.data) {
      item.current_period_start = period.start;
      item.current_period_end = period.end;
    }
  });
}
