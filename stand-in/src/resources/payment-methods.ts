import { z } from 'zod';
import { changing } from '../events/emit.ts';
import { listOf } from '../http/lists.ts';
import { billingDetails, int, mergeMetadata, metadata, pages, text, wireAddress } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { attach, detach } from '../payments/attach.ts';
import { cardOf } from '../payments/cards.ts';
import { declined, declineOf } from '../payments/declines.ts';
import { findPaymentMethod, makePaymentMethod, paymentMethodShape } from '../payments/make-payment-method.ts';

const BOTH = ['secret', 'publishable'] as const;

export const paymentMethods: Route[] = [
  endpoint('POST', '/v1/payment_methods', paymentMethodShape, ({ tx, params }) => makePaymentMethod(tx, params), BOTH),
  endpoint('GET', '/v1/payment_methods/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('payment_methods', id)),
  endpoint(
    'POST',
    '/v1/payment_methods/:id',
    {
      allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
      billing_details: billingDetails.optional(),
      card: z.strictObject({ exp_month: int(1, 12).optional(), exp_year: int(2_000, 2_100).optional() }).optional(),
      metadata: metadata.optional(),
    },
    ({ tx, ids: [id = ''], params }) => {
      const method = tx.get('payment_methods', id);
      return changing(tx, 'payment_method.updated', method, () => {
        const { address, ...details } = params.billing_details ?? {};
        const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
        Object.assign(method.billing_details, given);
        if (address !== undefined)
          method.billing_details.address = wireAddress(address ?? {}) as typeof method.billing_details.address;
        if (params.allow_redisplay) method.allow_redisplay = params.allow_redisplay;
        if (method.card && params.card?.exp_month) method.card.exp_month = params.card.exp_month;
        if (method.card && params.card?.exp_year) method.card.exp_year = params.card.exp_year;
        method.metadata = mergeMetadata(method.metadata, params.metadata);
      });
    },
  ),
  endpoint('POST', '/v1/payment_methods/:id/attach', { customer: text() }, ({ tx, ids: [id = ''], params }) => {
    const method = findPaymentMethod(tx, id);
    const card = cardOf(tx.hidden('payment_methods', method.id).card ?? 'plain');
    if (card.declines && !card.savesAllTheSame) throw declined(declineOf(card.declines));
    return attach(tx, method, params.customer);
  }),
  endpoint('POST', '/v1/payment_methods/:id/detach', {}, ({ tx, ids: [id = ''] }) =>
    detach(tx, tx.get('payment_methods', id)),
  ),
  endpoint(
    'GET',
    '/v1/payment_methods',
    { ...pages, customer: text().optional(), type: z.literal('card').optional() },
    ({ tx, params }) =>
      listOf(tx, 'payment_methods', '/v1/payment_methods', params, (one) => one.customer === (params.customer ?? null)),
  ),
];
