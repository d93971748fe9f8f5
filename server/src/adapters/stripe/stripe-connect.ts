import type Stripe from 'stripe';
import type { ConnectProvider, MonthlyPrice, PayMerchant } from '../../domain/payments/connect.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { AccountClosed } from './stripe-failures.ts';
import { orNull } from './stripe-ids.ts';

const MERCHANT = 'configuration.merchant' as const;

/** https://docs.stripe.com/connect/accounts-v2: accounts with a Dashboard of their own, whose fees and losses are not the platform's. */
export const makeStripeConnect = (call: StripeCalls): ConnectProvider => ({
  createMerchant: ({ workspace, email, name }, key) =>
    call({ account: '', key, object: 'v2.core.account' }, (stripe, sent) =>
      stripe.v2.core.accounts.create(
        {
          contact_email: email,
          display_name: name,
          dashboard: 'full',
          configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
          defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
          metadata: { workspace },
          include: [MERCHANT],
        },
        sent,
      ),
    ),
  async findMerchant(id) {
    try {
      const found = await call({ account: '', object: 'v2.core.account', id }, (stripe, sent) =>
        stripe.v2.core.accounts.retrieve(id, { include: [MERCHANT] }, sent),
      );
      return found.closed === true ? null : toMerchant(found);
    } catch (error) {
      if (error instanceof AccountClosed) return null;
      throw error;
    }
  },
  async createMerchantLink(account, { returnUrl, refreshUrl }) {
    const link = await call({ account: '', object: 'v2.core.account_link', hasId: false }, (stripe, sent) =>
      stripe.v2.core.accountLinks.create(
        {
          account,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
          },
        },
        sent,
      ),
    );
    return link.url;
  },
  async putProduct(account, { id, name, features, isActive }) {
    const known = { name, active: isActive, marketing_features: features.map((feature) => ({ name: feature })) };
    const found = await orNull(
      call({ account, object: 'product', id }, (stripe, sent) => stripe.products.update(id, known, sent)),
    );
    if (found || !isActive) return;
    await call({ account, object: 'product', id }, (stripe, sent) => stripe.products.create({ id, ...known }, sent));
  },
  createMonthlyPrice: (account, { productId: product, unitAmount: unit_amount }, key) =>
    call({ account, key, object: 'price' }, (stripe, sent) =>
      stripe.prices.create({ product, unit_amount, currency: 'usd', recurring: { interval: 'month' } }, sent),
    ),
  async setPriceActive(account, id, active) {
    await call({ account, object: 'price', id }, (stripe, sent) => stripe.prices.update(id, { active }, sent));
  },
  async listMonthlyPrices(account) {
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.prices.list(
        { active: true, type: 'recurring', currency: 'usd', limit: 100, expand: ['data.product'] },
        sent,
      ),
    );
    return data.flatMap(monthlyOf);
  },
});

function toMerchant({ id, contact_email, configuration }: Stripe.V2.Core.Account): PayMerchant {
  const capabilities = configuration?.merchant?.capabilities;
  return {
    id,
    email: contact_email ?? '',
    takesCards: capabilities?.card_payments?.status === 'active',
    paysOut: capabilities?.stripe_balance?.payouts?.status === 'active',
  };
}

function monthlyOf({ id, product, unit_amount, recurring }: Stripe.Price): MonthlyPrice[] {
  if (typeof product !== 'object' || product.deleted || !product.active) return [];
  if (!unit_amount || recurring?.interval !== 'month' || recurring.interval_count !== 1) return [];
  const features = product.marketing_features.flatMap(({ name }) => (name ? [name] : []));
  return [{ id, productId: product.id, productName: product.name, unitAmount: unit_amount, features }];
}
