import type Stripe from 'stripe';
import type { PayCard, PayCustomer, PaymentProvider } from '../../domain/payments/payments.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeStripeCalls, makeStripeClient, type StripeOptions } from './stripe-client.ts';
import { type EventSecrets, readStripeEvent } from './stripe-events.ts';

const WITH_CARD = { expand: ['invoice_settings.default_payment_method'] };

/** stripe 23 (https://docs.stripe.com/api): one account, and those that are connected to it. */
export function makeStripePayments(
  options: StripeOptions & { isLive: boolean; secrets: EventSecrets },
): PaymentProvider {
  const client = makeStripeClient(options);
  const call = makeStripeCalls(client);
  return {
    isLive: options.isLive,
    readEvent: async (endpoint, sent) => readStripeEvent(await client(), options, { endpoint, ...sent }),
    async findCustomer(account, id) {
      try {
        const found = await call({ account, object: 'customer', id }, (stripe, sent) =>
          stripe.customers.retrieve(id, WITH_CARD, sent),
        );
        return found.deleted ? null : toCustomer(found);
      } catch (error) {
        if (error instanceof VendorFailure && error.kind === 'not_found') return null;
        throw error;
      }
    },
    async createCustomer(account, { payer, email, name }, key) {
      const made = await call({ account, key, object: 'customer' }, (stripe, sent) =>
        stripe.customers.create({ email, name, metadata: { payer }, ...WITH_CARD }, sent),
      );
      return toCustomer(made);
    },
  };
}

const toCustomer = ({ id, invoice_settings }: Stripe.Customer): PayCustomer => {
  const method = invoice_settings.default_payment_method;
  return { id, card: typeof method === 'object' && method !== null ? toCard(method) : null };
};

/** Null: it is no card. */
const toCard = ({ id, card }: Stripe.PaymentMethod): PayCard | null =>
  card
    ? {
        paymentMethodId: id,
        brand: card.brand,
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        fingerprint: card.fingerprint ?? null,
      }
    : null;
