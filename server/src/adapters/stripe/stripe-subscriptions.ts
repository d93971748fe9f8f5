import type { Currency } from '@antiphon/contract/quotes';
import type Stripe from 'stripe';
import type { PayInvoice } from '../../domain/payments/invoices.ports.ts';
import type { PaySubscription, SubscriptionProvider } from '../../domain/payments/subscriptions.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { makeStripeChanges } from './stripe-changes.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf, orNull, priceKeyOf } from './stripe-ids.ts';

const WITH_DISCOUNTS = { expand: ['discounts.source.coupon'] };

type FindInvoice = (account: string, id: string) => Promise<PayInvoice | null>;

export const makeStripeSubscriptions = (
  call: StripeCalls,
  findInvoice: FindInvoice,
): Omit<SubscriptionProvider, keyof ReturnType<typeof makeStripeChanges>> => ({
  async findSubscription(account, id) {
    const found = await orNull(
      call({ account, object: 'subscription', id }, (stripe, sent) =>
        stripe.subscriptions.retrieve(id, WITH_DISCOUNTS, sent),
      ),
    );
    return found && toSubscription(found);
  },
  async createSubscription(account, given, key) {
    const { customerId: customer, orderId: order, planKey, lines, promotionCodeId, taxRateId } = given;
    const made = await call({ account, key, object: 'subscription' }, (stripe, sent) =>
      stripe.subscriptions.create(
        {
          customer,
          items: lines.map(({ priceId: price, quantity }) => ({ price, quantity })),
          ...{ payment_behavior: 'default_incomplete', metadata: { order, plan: planKey } },
          // Discounts stand on an invoice beside what they are taken of, also where that is the rest of a period.
          billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
          ...(promotionCodeId ? { discounts: [{ promotion_code: promotionCodeId }] } : {}),
          ...(taxRateId ? { default_tax_rates: [taxRateId] } : {}),
        },
        sent,
      ),
    );
    const invoice = await findInvoice(account, idOf(made.latest_invoice) ?? '');
    if (!invoice) throw new VendorFailure('unreachable', 'Stripe answered without the invoice of a subscription.');
    return invoice;
  },
  async endSubscription(account, id, key) {
    await call({ account, key, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.cancel(id, {}, sent),
    );
  },
  async setSubscriptionEnd(account, id, leaving, key) {
    const changed = await call({ account, key, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.update(
        id,
        {
          cancel_at_period_end: leaving !== null,
          ...(leaving ? { cancellation_details: leaving } : {}),
          ...WITH_DISCOUNTS,
        },
        sent,
      ),
    );
    return toSubscription(changed);
  },
});

/** What has not begun to be paid for, and what is over, is told apart by these alone. */
const STATES: Record<string, PaySubscription['status']> = {
  ...{ active: 'active', trialing: 'active', past_due: 'past_due', unpaid: 'unpaid', paused: 'unpaid' },
  ...{ canceled: 'canceled', incomplete_expired: 'canceled' },
};

const at = (seconds: number): Date => new Date(seconds * 1_000);

function toSubscription(subscription: Stripe.Subscription): PaySubscription {
  const { id, customer, metadata, status, items, cancel_at, cancel_at_period_end } = subscription;
  const [first] = items.data;
  const periodEnd = at(first?.current_period_end ?? subscription.created);
  return {
    ...{ id, customerId: idOf(customer) ?? '', planKey: metadata.plan ?? null },
    orderId: metadata.order ?? null,
    isYearly: first?.price.recurring?.interval === 'year',
    status: STATES[status] ?? 'incomplete',
    latestInvoiceId: idOf(subscription.latest_invoice),
    hasOwnCard: subscription.default_payment_method !== null,
    periodStart: at(first?.current_period_start ?? subscription.created),
    periodEnd,
    // An end may be told by either.
    cancelsAt: cancel_at !== null ? at(cancel_at) : cancel_at_period_end ? periodEnd : null,
    items: items.data.map(({ id: itemId, price, quantity }) => ({
      ...{ itemId, key: priceKeyOf(price), quantity: quantity ?? 1 },
      ...{ priceId: price.id, unitAmount: price.unit_amount ?? 0 },
    })),
    currency: subscription.currency as Currency,
    tax: taxOf(subscription),
    discount: discountOf(subscription),
  };
}

function taxOf({ default_tax_rates }: Stripe.Subscription): PaySubscription['tax'] {
  const [first] = default_tax_rates ?? [];
  return first ? { percent: first.percentage, name: first.display_name } : null;
}

/** One that was for the first invoice alone, or is over, takes nothing off any more. */
function discountOf({ discounts }: Stripe.Subscription): PaySubscription['discount'] {
  for (const discount of discounts) {
    if (typeof discount === 'string') continue;
    const { coupon } = discount.source;
    if (typeof coupon !== 'object' || coupon === null || coupon.duration === 'once') continue;
    if (discount.end !== null && discount.end * 1_000 <= Date.now()) continue;
    const { percent_off: percentOff, amount_off: amountOff, name, id } = coupon;
    return { percentOff, amountOff, name: name ?? id, isForever: coupon.duration === 'forever' };
  }
  return null;
}
