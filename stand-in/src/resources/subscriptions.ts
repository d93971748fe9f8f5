import { z } from 'zod';
import { changing, emit } from '../events/emit.ts';
import { isWithin, listOf } from '../http/lists.ts';
import {
  automaticTax,
  created,
  currency,
  decimal,
  discounts,
  flag,
  int,
  mergeMetadata,
  metadata,
  orEmpty,
  pages,
  taxRates,
  text,
  time,
} from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { applyDiscounts } from '../invoices/discount.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import type { Transaction } from '../store/transaction.ts';
import { createSubscription } from '../subscriptions/create.ts';
import { endSubscription } from '../subscriptions/end.ts';
import { periodOf, type Subscription } from '../subscriptions/items.ts';
import { updateItems } from '../subscriptions/update-items.ts';

export const cancellation = z.strictObject({
  comment: orEmpty(text()).optional(),
  feedback: orEmpty(
    z.enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ).optional(),
});

export const proration = z.enum(['always_invoice', 'create_prorations', 'none']);

const common = {
  application_fee_percent: decimal(0, 100, 2).optional(),
  automatic_tax: automaticTax.optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellation.optional(),
  default_payment_method: orEmpty(text()).optional(),
  default_tax_rates: taxRates.optional(),
  description: orEmpty(text(500)).optional(),
  discounts: discounts.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
    .optional(),
  proration_behavior: proration.optional(),
};

const updateShape = {
  ...common,
  cancel_at: orEmpty(time).optional(),
  items: z
    .array(
      z.strictObject({
        id: text().optional(),
        deleted: flag.optional(),
        metadata: metadata.optional(),
        price: text().optional(),
        quantity: int(0, 999_999).optional(),
      }),
    )
    .max(20)
    .optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_date: time.optional(),
};
const updateSchema = z.strictObject(updateShape);
type Update = z.output<typeof updateSchema>;

/** What a change that waits for its payment may not bring along. */
const NOT_PENDING = [
  'discounts',
  'default_tax_rates',
  'cancel_at_period_end',
  'metadata',
  'default_payment_method',
] as const;

export const noStripeTax = (sent: { enabled: boolean } | undefined) => {
  if (sent?.enabled)
    throw invalid(
      'You must activate Stripe Tax to use `automatic_tax`. The stand-in has none: use tax rates.',
      'stripe_tax_inactive',
      'automatic_tax',
    );
};

function update(tx: Transaction, subscription: Subscription, params: Update): Subscription {
  noStripeTax(params.automatic_tax);
  const behaviour = params.payment_behavior ?? 'allow_incomplete';
  const unfit = NOT_PENDING.find((field) => params[field] !== undefined);
  if (behaviour === 'pending_if_incomplete' && unfit)
    throw invalid(
      `When payment_behavior is set to \`pending_if_incomplete\` you cannot pass \`${unfit}\`.`,
      undefined,
      unfit,
    );
  return changing(tx, 'customer.subscription.updated', subscription, () => {
    if (params.application_fee_percent !== undefined)
      subscription.application_fee_percent = params.application_fee_percent;
    const method = params.default_payment_method;
    if (method !== undefined)
      subscription.default_payment_method = method === null ? null : findPaymentMethod(tx, method).id;
    if (params.default_tax_rates !== undefined)
      subscription.default_tax_rates = (params.default_tax_rates ?? []).map((one) => tx.get('tax_rates', one));
    if (params.description !== undefined) subscription.description = params.description;
    if (params.discounts !== undefined) {
      const target = {
        customer: subscription.customer,
        currency: subscription.currency,
        subscription: subscription.id,
      };
      subscription.discounts = applyDiscounts(tx, params.discounts ?? [], target).map(({ id }) => id);
    }
    subscription.metadata = mergeMetadata(subscription.metadata, params.metadata);
    schedule(tx, subscription, params);
    if (params.items)
      updateItems(tx, subscription, {
        changes: params.items.map(({ metadata: sent, ...item }) => ({
          ...item,
          metadata: sent === undefined ? undefined : mergeMetadata({}, sent),
        })),
        proration: params.proration_behavior ?? 'create_prorations',
        prorationDate: params.proration_date,
        behaviour,
      });
  });
}

/** When it ends, and why. */
function schedule(tx: Transaction, subscription: Subscription, params: Update): void {
  const ends = params.cancel_at_period_end;
  if (ends !== undefined || params.cancel_at !== undefined) {
    const at = ends ? periodOf(subscription).end : (params.cancel_at ?? null);
    if (subscription.ended_at !== null)
      throw invalid(
        'A canceled subscription can only update its cancellation_details and metadata.',
        'invalid_canceled_subscription_fields',
      );
    subscription.cancel_at_period_end = ends === true;
    subscription.cancel_at = at;
    subscription.canceled_at = at === null ? null : tx.now;
  }
  const details = subscription.cancellation_details;
  if (!details) return;
  if (ends !== undefined) {
    details.reason = ends ? 'cancellation_requested' : null;
    if (!ends) Object.assign(details, { comment: null, feedback: null });
  }
  const { comment, feedback } = params.cancellation_details ?? {};
  if (comment !== undefined) details.comment = comment;
  if (feedback !== undefined) details.feedback = feedback;
}

export const subscriptions: Route[] = [
  endpoint(
    'POST',
    '/v1/subscriptions',
    {
      ...common,
      billing_mode: z
        .strictObject({
          type: z.literal('flexible'),
          flexible: z.strictObject({ proration_discounts: z.enum(['included', 'itemized']).optional() }).optional(),
        })
        .optional(),
      currency: currency.optional(),
      customer: text(),
      items: z
        .array(z.strictObject({ price: text(), quantity: int(0, 999_999).optional(), metadata: metadata.optional() }))
        .min(1)
        .max(20),
      payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
    },
    ({ tx, params }) => {
      noStripeTax(params.automatic_tax);
      return createSubscription(tx, {
        customer: params.customer,
        items: params.items.map((item) => ({ ...item, metadata: mergeMetadata({}, item.metadata) })),
        behaviour: params.payment_behavior ?? 'allow_incomplete',
        currency: params.currency,
        discounts: params.discounts ?? [],
        taxRates: params.default_tax_rates ?? [],
        paymentMethod: params.default_payment_method ?? null,
        savesPaymentMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
        cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
        feePercent: params.application_fee_percent ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        prorationDiscounts: params.billing_mode?.flexible?.proration_discounts,
      });
    },
  ),
  endpoint('GET', '/v1/subscriptions/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('subscriptions', id)),
  endpoint('POST', '/v1/subscriptions/:id', updateShape, ({ tx, ids: [id = ''], params }) =>
    update(tx, tx.get('subscriptions', id), params),
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    {
      cancellation_details: cancellation.optional(),
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
    },
    ({ tx, ids: [id = ''], params }) => {
      const subscription = tx.get('subscriptions', id);
      if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
        throw invalid(`No such subscription: '${id}'`, 'resource_missing', 'id');
      return endSubscription(tx, subscription, { reason: 'cancellation_requested', ...params.cancellation_details });
    },
  ),
  endpoint('DELETE', '/v1/subscriptions/:id/discount', {}, ({ tx, ids: [id = ''] }) => {
    const subscription = tx.get('subscriptions', id);
    const [first] = subscription.discounts;
    if (!first) throw invalid(`No active discount for subscription: ${id}`, 'resource_missing');
    changing(tx, 'customer.subscription.updated', subscription, () => {
      subscription.discounts = [];
    });
    const { end: _, ...discount } = tx.get('discounts', first);
    const deleted = { ...discount, deleted: true };
    emit(tx, 'customer.discount.deleted', deleted);
    return deleted;
  }),
  endpoint(
    'GET',
    '/v1/subscriptions',
    {
      ...pages,
      created,
      customer: text().optional(),
      price: text().optional(),
      status: z
        .enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'])
        .optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'subscriptions',
        '/v1/subscriptions',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (!params.customer || one.customer === params.customer) &&
          (!params.price || one.items.data.some(({ price }) => price.id === params.price)) &&
          isOfStatus(one, params.status),
      ),
  ),
];

/** Without a status, all but those that ended are listed. */
function isOfStatus({ status, ended_at }: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return ended_at !== null;
  return wanted ? status === wanted : status !== 'canceled' && status !== 'incomplete_expired';
}
