import type Stripe from 'stripe';
import type { PayCard, PayCustomer, PayDetails, PaymentProvider } from '../../domain/payments/payments.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeStripeChanges } from './stripe-changes.ts';
import { makeStripeCharges } from './stripe-charges.ts';
import { makeStripeCheckout } from './stripe-checkout.ts';
import { makeStripeCalls, makeStripeClient, type StripeOptions } from './stripe-client.ts';
import { makeStripeConnect } from './stripe-connect.ts';
import { type EventSecrets, readStripeEvent, toListedEvent } from './stripe-events.ts';
import { idOf, orNull } from './stripe-ids.ts';
import { makeStripeInvoices } from './stripe-invoices.ts';
import { makeStripeSales } from './stripe-sales.ts';
import { makeStripeSubscriptions } from './stripe-subscriptions.ts';

/** Of a night; those before are looked at with what was touched. */
const UNDELIVERED_MAX = 5_000;
const WITH_CARD = { expand: ['invoice_settings.default_payment_method'] };

/** stripe 23 (https://docs.stripe.com/api): one account, and those that are connected to it. */
export function makeStripePayments(
  options: StripeOptions & { publishableKey: string; isLive: boolean; secrets: EventSecrets },
): PaymentProvider {
  const client = makeStripeClient(options);
  const call = makeStripeCalls(client);
  const invoices = makeStripeInvoices(call);
  return {
    ...makeStripeSales(call),
    ...makeStripeConnect(call),
    ...invoices,
    ...makeStripeSubscriptions(call, invoices.findInvoice),
    ...makeStripeChanges(call, invoices.findInvoice),
    ...makeStripeCheckout(call),
    ...makeStripeCharges(call),
    isLive: options.isLive,
    isStandIn: options.apiUrl !== null,
    publishableKey: options.publishableKey,
    readEvent: async (endpoint, sent) => readStripeEvent(await client(), options, { endpoint, ...sent }),
    async listUndelivered(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      const found: Stripe.Event[] = [];
      for (let after: string | undefined; found.length < UNDELIVERED_MAX; after = found.at(-1)?.id) {
        const asked = { created, delivery_success: false, limit: 100, ...(after ? { starting_after: after } : {}) };
        const { data, has_more } = await call({ account: '', object: 'list' }, (stripe, sent) =>
          stripe.events.list(asked, sent),
        );
        found.push(...data);
        if (!has_more) break;
      }
      return found.map(toListedEvent);
    },
    async findCustomer(account, id) {
      const found = await orNull(
        call({ account, object: 'customer', id }, (stripe, sent) => stripe.customers.retrieve(id, WITH_CARD, sent)),
      );
      return found && !found.deleted ? toCustomer(found) : null;
    },
    async findDetails(account, id) {
      const found = await orNull(
        call({ account, object: 'customer', id }, (stripe, sent) => stripe.customers.retrieve(id, {}, sent)),
      );
      return found && !found.deleted ? toDetails(found) : null;
    },
    async createCustomer(account, { payer }, key) {
      const made = await call({ account, key, object: 'customer' }, (stripe, sent) =>
        stripe.customers.create({ metadata: { payer }, ...WITH_CARD }, sent),
      );
      return toCustomer(made);
    },
    async createCardSetup(account, customer, key) {
      const { client_secret } = await call({ account, key, object: 'setup_intent' }, (stripe, sent) =>
        // No way back from elsewhere is asked for: cards alone, which need none.
        stripe.setupIntents.create({ customer, usage: 'off_session', automatic_payment_methods: CARDS_ALONE }, sent),
      );
      if (!client_secret)
        throw new VendorFailure('unreachable', 'Stripe answered without the secret of a setup_intent.');
      return { clientSecret: client_secret };
    },
    async findCard(account, id) {
      const found = await orNull(
        call({ account, object: 'payment_method', id }, (stripe, sent) => stripe.paymentMethods.retrieve(id, {}, sent)),
      );
      return found?.card ? { customerId: idOf(found.customer) } : null;
    },
    async chargeCard(account, { customerId: id, paymentMethodId, email, address, ...given }, key) {
      await call({ account, key, object: 'customer', id }, (stripe, sent) =>
        stripe.customers.update(
          id,
          {
            ...given,
            ...(email === null ? {} : { email }),
            ...(address ? { address: toAddress(address) } : {}),
            invoice_settings: { default_payment_method: paymentMethodId },
          },
          sent,
        ),
      );
    },
  };
}

const CARDS_ALONE = { enabled: true, allow_redirects: 'never' } as const;

const toCustomer = ({ id, invoice_settings, address }: Stripe.Customer): PayCustomer => {
  const method = invoice_settings.default_payment_method;
  const card = typeof method === 'object' && method !== null ? toCard(method) : null;
  return { id, card, country: address?.country ?? null };
};

const toAddress = ({ postalCode: postal_code, ...lines }: PayDetails['address']) => ({ ...lines, postal_code });

const toDetails = ({ name, email, phone, address }: Stripe.Customer): PayDetails => ({
  ...{ name: name ?? '', email: email ?? '', phone: phone ?? '' },
  address: {
    ...{ line1: address?.line1 ?? '', line2: address?.line2 ?? '', city: address?.city ?? '' },
    ...{ state: address?.state ?? '', postalCode: address?.postal_code ?? '', country: address?.country ?? '' },
  },
});

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
