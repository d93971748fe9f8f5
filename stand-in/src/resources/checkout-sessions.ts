import { z } from 'zod';
import { included } from '../http/included.ts';
import { isWithin, listOf, pageOf, type wholeList } from '../http/lists.ts';
import {
  created,
  decimal,
  discounts,
  flag,
  int,
  mergeMetadata,
  metadata,
  pages,
  taxRates,
  text,
  time,
  url,
} from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { randomText } from '../ids.ts';
import { expireSession, newSession } from '../payments/checkout.ts';

const HOUR = 3_600;

const shape = {
  allow_promotion_codes: flag.optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: text(512).optional(),
  discounts: discounts.optional(),
  expires_at: time.optional(),
  line_items: z
    .array(z.strictObject({ price: text(), quantity: int(1, 999_999).optional() }))
    .min(1)
    .max(20),
  locale: text(10).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: z
    .strictObject({
      application_fee_amount: int(0).optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.literal('off_session').optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      application_fee_percent: decimal(0, 100, 2).optional(),
      default_tax_rates: taxRates.optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  success_url: url,
  ui_mode: z.literal('hosted_page').optional(),
};

export const checkoutSessions: Route[] = [
  endpoint('POST', '/v1/checkout/sessions', shape, ({ tx, params }) => {
    const lines = params.line_items.map(({ price, quantity }) => ({
      price: tx.get('prices', price, 'line_items[0][price]'),
      quantity: quantity ?? 1,
    }));
    const expires = params.expires_at ?? tx.now + 24 * HOUR;
    if (expires < tx.now + HOUR / 2 || expires > tx.now + 24 * HOUR)
      throw invalid(
        'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
        undefined,
        'expires_at',
      );
    if (params.customer && params.customer_email)
      throw invalid('You may only specify one of these parameters: customer, customer_email.', 'parameters_exclusive');
    if (params.customer) tx.get('customers', params.customer, 'customer');
    const [first] = lines;
    const isRecurring = params.mode === 'subscription';
    if (lines.some(({ price }) => price.currency !== first?.price.currency || !price.active))
      throw invalid('All prices must be active and of one currency.', undefined, 'line_items');
    if (lines.some(({ price }) => (price.recurring !== null) !== isRecurring))
      throw invalid(
        isRecurring
          ? 'In `subscription` mode, the stand-in takes recurring prices only.'
          : 'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        undefined,
        'line_items',
      );
    const wantsFee =
      params.subscription_data?.application_fee_percent ?? params.payment_intent_data?.application_fee_amount;
    if (wantsFee && tx.account === tx.platform)
      throw invalid(
        'Application fees can only be taken on behalf of a connected account.',
        'application_fees_not_allowed',
      );
    const id = `cs_test_${randomText(40)}`;
    const sum = lines.reduce((total, { price, quantity }) => total + (price.unit_amount ?? 0) * quantity, 0);
    const session = {
      ...newSession(tx, id),
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      amount_subtotal: sum,
      amount_total: sum,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      currency: first?.price.currency ?? null,
      customer: params.customer ?? null,
      customer_email: params.customer_email ?? null,
      expires_at: expires,
      metadata: mergeMetadata({}, params.metadata),
      mode: params.mode,
      success_url: params.success_url,
    };
    return tx.add('checkout_sessions', session, {
      sale: {
        lines: lines.map(({ price, quantity }) => ({ price: price.id, quantity })),
        discounts: (params.discounts ?? []).map(({ coupon, promotion_code }) => ({
          ...(coupon ? { coupon } : {}),
          ...(promotion_code ? { promotion_code } : {}),
        })),
        subscription: {
          metadata: mergeMetadata({}, params.subscription_data?.metadata),
          default_tax_rates: params.subscription_data?.default_tax_rates ?? [],
          application_fee_percent: params.subscription_data?.application_fee_percent ?? null,
        },
        payment: {
          metadata: mergeMetadata({}, params.payment_intent_data?.metadata),
          application_fee_amount: params.payment_intent_data?.application_fee_amount ?? null,
        },
      },
    });
  }),
  endpoint('GET', '/v1/checkout/sessions/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('checkout_sessions', id)),
  endpoint('GET', '/v1/checkout/sessions/:id/line_items', pages, ({ tx, ids: [id = ''], params }) => {
    const session = tx.get('checkout_sessions', id);
    const { data, url: path } = included(tx, session as never, 'line_items') as ReturnType<
      typeof wholeList<{ id: string }>
    >;
    return pageOf(data, path, params);
  }),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', {}, ({ tx, ids: [id = ''] }) => {
    const session = tx.get('checkout_sessions', id);
    if (session.status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', undefined, 'session');
    return expireSession(tx, session);
  }),
  endpoint(
    'GET',
    '/v1/checkout/sessions',
    {
      ...pages,
      created,
      customer: text().optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: text().optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'checkout_sessions',
        '/v1/checkout/sessions',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (!params.customer || one.customer === params.customer) &&
          (!params.status || one.status === params.status) &&
          (!params.subscription || one.subscription === params.subscription),
      ),
  ),
];
