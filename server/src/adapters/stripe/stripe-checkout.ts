import type Stripe from 'stripe';
import type { CheckoutProvider, PayCheckout } from '../../domain/payments/checkouts.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf, orNull } from './stripe-ids.ts';

const KIND = 'checkout.session';

/** https://docs.stripe.com/payments/checkout: pages of Stripe's own, for what is charged month by month. */
export const makeStripeCheckout = (call: StripeCalls): CheckoutProvider => ({
  async createCheckout(account, { customerId, orderId: order, priceId, feePercent, expiresAt, ...urls }, key) {
    const made = await call({ account, key, object: KIND }, (stripe, sent) =>
      stripe.checkout.sessions.create(
        {
          ...{ mode: 'subscription', ui_mode: 'hosted_page', customer: customerId },
          line_items: [{ price: priceId, quantity: 1 }],
          ...{ success_url: urls.successUrl, cancel_url: urls.cancelUrl },
          expires_at: Math.floor(expiresAt.getTime() / 1_000),
          metadata: { order },
          subscription_data: { metadata: { order }, application_fee_percent: feePercent },
        },
        sent,
      ),
    );
    return toCheckout(made);
  },
  async findCheckout(account, id) {
    const found = await orNull(
      call({ account, object: KIND, id }, (stripe, sent) => stripe.checkout.sessions.retrieve(id, {}, sent)),
    );
    return found && toCheckout(found);
  },
  async expireCheckout(account, id, key) {
    await call({ account, key, object: KIND, id }, (stripe, sent) => stripe.checkout.sessions.expire(id, {}, sent));
  },
  async keepCheckoutCard(account, id, key) {
    const { customer, default_payment_method } = await call({ account, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.retrieve(id, {}, sent),
    );
    const [customerId, card] = [idOf(customer) ?? '', idOf(default_payment_method)];
    if (card === null) return;
    // The customer's first: in between none of them is without a card.
    await call({ account, key: `${key}:customer:${card}`, object: 'customer', id: customerId }, (stripe, sent) =>
      stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } }, sent),
    );
    await call({ account, key: `${key}:${card}`, object: 'subscription', id }, (stripe, sent) =>
      stripe.subscriptions.update(id, { default_payment_method: '' }, sent),
    );
  },
});

/** A state that we do not know waits for somebody. */
const STATES: Record<string, PayCheckout['status']> = { complete: 'complete', expired: 'expired' };

const toCheckout = ({ id, status, url, subscription }: Stripe.Checkout.Session): PayCheckout => ({
  id,
  status: STATES[status ?? ''] ?? 'open',
  url,
  subscriptionId: idOf(subscription),
});
