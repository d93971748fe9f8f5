import { invalid } from '../http/stripe-error.ts';
import { type Asked, applyDiscounts, currentDiscounts } from '../invoices/discount.ts';
import type { NewLine } from '../invoices/lines.ts';
import { type Invoice, makeInvoice, type NewInvoice } from '../invoices/make-invoice.ts';
import { nextEnd } from '../money/months.ts';
import type { Transaction } from '../store/transaction.ts';
import { changeItems, type ItemChange, prorate } from './change-items.ts';
import { makeItem, type Subscription, sellable, takeItems } from './items.ts';
import { cycleInvoice, cycleLines, nextPeriod } from './renew.ts';
import { dateWithin, type Proration, prorationInvoice } from './update-items.ts';

export type Preview = {
  customer?: string | undefined;
  subscription?: string | undefined;
  currency?: string | undefined;
  discounts?: Asked[] | null | undefined;
  extra: NewLine[];
  items: ItemChange[];
  taxRates?: string[] | null | undefined;
  proration: Proration;
  prorationDate?: number | undefined;
};

/** The invoice that there would be, made for good within a transaction that is thrown away. */
export function previewInvoice(tx: Transaction, wanted: Preview): Invoice {
  const subscription = wanted.subscription ? tx.get('subscriptions', wanted.subscription, 'subscription') : null;
  const invoice = subscription ? ofSubscription(tx, subscription, wanted) : ofNew(tx, wanted);
  return {
    ...invoice,
    id: `upcoming_${invoice.id}`,
    billing_reason: 'upcoming',
    hosted_invoice_url: null,
    lines: {
      ...invoice.lines,
      data: invoice.lines.data.map((line) => ({ ...line, invoice: `upcoming_${invoice.id}` })),
    },
  };
}

function ofSubscription(tx: Transaction, subscription: Subscription, wanted: Preview): Invoice {
  if (wanted.taxRates)
    subscription.default_tax_rates = wanted.taxRates.map((id) => tx.get('tax_rates', id, 'default_tax_rates'));
  if (wanted.discounts !== undefined)
    subscription.discounts = redeem(tx, wanted.discounts ?? [], subscription.customer, subscription.currency);
  const items = changeItems(tx, subscription, wanted.items);
  const at = dateWithin(tx, subscription, wanted.prorationDate);
  const lines = [...(wanted.proration === 'none' ? [] : prorate(subscription, items, at)), ...wanted.extra];
  if (wanted.proration === 'always_invoice' && wanted.items.length > 0)
    return prorationInvoice(tx, subscription, lines, at);
  takeItems(subscription, items);
  const period = nextPeriod(subscription);
  if (lines.length === 0) return cycleInvoice(tx, subscription, period);
  return makeInvoice(tx, {
    ...common(subscription, currentDiscounts(tx, subscription, false)),
    reason: 'subscription_cycle',
    lines: [...lines, ...cycleLines(subscription, items, period)],
    period,
  });
}

const common = (subscription: Subscription, discounts: string[]): Omit<NewInvoice, 'lines' | 'period' | 'reason'> => ({
  customer: subscription.customer,
  currency: subscription.currency,
  subscription,
  discounts,
  taxRates: (subscription.default_tax_rates ?? []).map(({ id }) => id),
});

/** What a new subscription, or a basket without one, would cost. */
function ofNew(tx: Transaction, wanted: Preview): Invoice {
  const { customer } = wanted;
  if (!customer)
    throw invalid('You must provide either `customer` or `subscription`.', 'parameter_missing', 'customer');
  const [first] = wanted.items;
  const like = first?.price ? sellable(tx, first.price) : null;
  const currency = like?.currency ?? wanted.extra[0]?.currency ?? wanted.currency ?? 'usd';
  const recurring = like?.recurring;
  const end = recurring ? nextEnd(tx.now, recurring.interval, recurring.interval_count, tx.now) : tx.now;
  const period = { start: tx.now, end };
  const items = wanted.items.map((item) =>
    makeItem(tx, 'sub_preview', sellable(tx, item.price ?? '', like ?? undefined), item.quantity ?? 1, period),
  );
  if (items.length === 0 && wanted.extra.length === 0)
    throw invalid('No upcoming invoices for customer', 'invoice_upcoming_none');
  return makeInvoice(tx, {
    customer,
    currency,
    reason: 'subscription_create',
    lines: [...wanted.extra, ...cycleLines({ id: 'sub_preview' }, items, period)],
    period,
    discounts: redeem(tx, wanted.discounts ?? [], customer, currency),
    taxRates: wanted.taxRates ?? [],
  });
}

const redeem = (tx: Transaction, asked: Asked[], customer: string, currency: string) =>
  applyDiscounts(tx, asked, { customer, currency }).map(({ id }) => id);
