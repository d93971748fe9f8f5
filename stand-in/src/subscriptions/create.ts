import { emit } from '../events/emit.ts';
import { wholeList } from '../http/lists.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { type Asked, applyDiscounts, currentDiscounts } from '../invoices/discount.ts';
import { finalize } from '../invoices/finalize.ts';
import { makeInvoice } from '../invoices/make-invoice.ts';
import { collect, errorOf } from '../invoices/pay-invoice.ts';
import { nextEnd } from '../money/months.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import { makeSetupIntent } from '../payments/setup.ts';
import type { Transaction } from '../store/transaction.ts';
import { costOf, type Item, makeItem, type Subscription, sellable } from './items.ts';
import { cycleLines } from './renew.ts';

export type WantedItem = { price: string; quantity?: number | undefined; metadata?: Record<string, string> };

export type Behaviour = 'default_incomplete' | 'error_if_incomplete' | 'allow_incomplete';

export type NewSubscription = {
  customer: string;
  items: WantedItem[];
  behaviour: Behaviour;
  currency?: string | undefined;
  discounts?: Asked[];
  taxRates?: string[];
  paymentMethod?: string | null;
  savesPaymentMethod?: boolean;
  cancelAtPeriodEnd?: boolean;
  feePercent?: number | null;
  description?: string | null;
  metadata?: Record<string, string>;
  prorationDiscounts?: 'included' | 'itemized' | undefined;
};

/** The subscription and its first invoice, which decides whether it begins. */
export function createSubscription(tx: Transaction, wanted: NewSubscription): Subscription {
  const customer = tx.get('customers', wanted.customer, 'customer');
  const [first] = wanted.items;
  if (!first) throw invalid('Missing required param: items.', 'parameter_missing', 'items');
  const like = sellable(tx, first.price);
  const prices = wanted.items.map(({ price }) => sellable(tx, price, like));
  if (wanted.currency && wanted.currency !== like.currency)
    throw invalid(`The price specified does not support currency ${wanted.currency}.`, undefined, 'currency');
  if (wanted.feePercent && tx.account === tx.platform)
    throw invalid(
      'You can only use application_fee_percent on behalf of a connected account.',
      undefined,
      'application_fee_percent',
    );
  const id = newId('sub');
  const end = nextEnd(tx.now, like.recurring?.interval ?? 'month', like.recurring?.interval_count ?? 1, tx.now);
  const items = wanted.items.map((item, at) =>
    makeItem(tx, id, prices[at] ?? like, item.quantity ?? 1, { start: tx.now, end }, item.metadata),
  );
  const method = wanted.paymentMethod ? findPaymentMethod(tx, wanted.paymentMethod, 'default_payment_method') : null;
  if (method && method.customer !== customer.id)
    throw invalid(
      'The customer does not have a payment method with this ID.',
      'resource_missing',
      'default_payment_method',
    );
  const discounts = applyDiscounts(tx, wanted.discounts ?? [], {
    customer: customer.id,
    currency: like.currency,
    subscription: id,
  });
  const subscription = tx.add('subscriptions', {
    ...blank(tx, id, items),
    application_fee_percent: wanted.feePercent ?? null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: wanted.prorationDiscounts ?? 'included' } },
    currency: like.currency,
    customer: customer.id,
    default_payment_method: method?.id ?? null,
    default_tax_rates: (wanted.taxRates ?? []).map((one) => tx.get('tax_rates', one, 'default_tax_rates')),
    description: wanted.description ?? null,
    discounts: discounts.map((one) => one.id),
    metadata: wanted.metadata ?? {},
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: wanted.savesPaymentMethod ? 'on_subscription' : 'off',
    },
  });
  if (wanted.cancelAtPeriodEnd) {
    subscription.cancel_at_period_end = true;
    subscription.cancel_at = end;
    subscription.canceled_at = tx.now;
  }
  emit(tx, 'customer.subscription.created', subscription);
  firstInvoice(tx, subscription, items, wanted.behaviour);
  return subscription;
}

function firstInvoice(tx: Transaction, subscription: Subscription, items: Item[], behaviour: Behaviour): void {
  const period = { start: tx.now, end: items[0]?.current_period_end ?? tx.now };
  const invoice = makeInvoice(tx, {
    customer: subscription.customer,
    currency: subscription.currency,
    reason: 'subscription_create',
    subscription,
    lines: cycleLines(subscription, items, period),
    period: { start: tx.now, end: tx.now },
    discounts: currentDiscounts(tx, subscription, true),
    taxRates: (subscription.default_tax_rates ?? []).map(({ id }) => id),
    autoAdvance: true,
  });
  subscription.latest_invoice = invoice.id;
  finalize(tx, invoice);
  if (invoice.amount_due === 0) {
    const customer = tx.get('customers', subscription.customer);
    const isKnown = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
    if (!isKnown && items.some((item) => costOf(item) > 0))
      subscription.pending_setup_intent = makeSetupIntent(tx, { customer: customer.id }).id;
    return;
  }
  if (behaviour === 'default_incomplete') return;
  const outcome = collect(tx, invoice, null);
  if (outcome.kind === 'paid' || behaviour === 'allow_incomplete') return;
  throw errorOf(tx, invoice, outcome, false);
}

const blank = (tx: Transaction, id: string, items: Item[]) =>
  ({
    id,
    object: 'subscription',
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: tx.now,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: tx.now,
    customer_account: null,
    days_until_due: null,
    default_source: null,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: tx.now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }) satisfies Partial<Subscription>;
