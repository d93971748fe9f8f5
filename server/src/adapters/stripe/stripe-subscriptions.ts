import type Stripe from 'stripe';
import type { PayInvoice } from '../../domain/payments/invoices.ports.ts';
import type { PaySubscription, SubscriptionProvider } from '../../domain/payments/subscriptions.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf, orNull } from './stripe-ids.ts';

type FindInvoice = (account: string, id: string) => Promise<PayInvoice | null>;

export const makeStripeSubscriptions = (call: StripeCalls, findInvoice: FindInvoice): SubscriptionProvider => ({
  async findSubscription(account, id) {
    const found = await orNull(
      call({ account, object: 'subscription', id }, (stripe, sent) => stripe.subscriptions.retrieve(id, {}, sent)),
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
          billing_mode: { type: 'flexible' },
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
        { cancel_at_period_end: leaving !== null, ...(leaving ? { cancellation_details: leaving } : {}) },
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
    isYearly: first?.price.recurring?.interval === 'year',
    status: STATES[status] ?? 'incomplete',
    latestInvoiceId: idOf(subscription.latest_invoice),
    periodStart: at(first?.current_period_start ?? subscription.created),
    periodEnd,
    // An end may be told by either.
    cancelsAt: cancel_at !== null ? at(cancel_at) : cancel_at_period_end ? periodEnd : null,
    items: items.data.map(({ id: itemId, price, quantity }) => ({
      ...{ itemId, key: price.lookup_key?.split(':')[0] ?? price.id, quantity: quantity ?? 1 },
    })),
  };
}
