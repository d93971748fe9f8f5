import { z } from 'zod';
import { isWithin, listOf, pageOf } from '../http/lists.ts';
import { amount, created, flag, mergeMetadata, metadata, pages, text } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { closeDispute } from '../payments/dispute.ts';
import { makeRefund, refundFee } from '../payments/refund.ts';
import type { Transaction } from '../store/transaction.ts';

type Charged = { charge?: string | undefined; payment_intent?: string | undefined };

function chargeOf(tx: Transaction, params: Charged) {
  if (params.charge) return tx.get('charges', params.charge, 'charge');
  if (!params.payment_intent)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  const intent = tx.get('payment_intents', params.payment_intent, 'payment_intent');
  if (intent.status !== 'succeeded')
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    );
  return tx.get('charges', intent.latest_charge ?? '');
}

const isOf = (one: { charge: string | null; payment_intent: string | null }, params: Charged) =>
  (!params.charge || one.charge === params.charge) &&
  (!params.payment_intent || one.payment_intent === params.payment_intent);

const ofCharge = { charge: text().optional(), payment_intent: text().optional() };

export const charges: Route[] = [
  endpoint('GET', '/v1/charges/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('charges', id)),
  endpoint(
    'GET',
    '/v1/charges',
    { ...pages, created, customer: text().optional(), payment_intent: text().optional() },
    ({ tx, params }) =>
      listOf(
        tx,
        'charges',
        '/v1/charges',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (!params.customer || one.customer === params.customer) &&
          (!params.payment_intent || one.payment_intent === params.payment_intent),
      ),
  ),
  endpoint('GET', '/v1/charges/:id/refunds', pages, ({ tx, ids: [id = ''], params }) =>
    listOf(tx, 'refunds', `/v1/charges/${id}/refunds`, params, (one) => one.charge === id),
  ),
  endpoint(
    'POST',
    '/v1/refunds',
    {
      ...ofCharge,
      amount: amount.optional(),
      metadata: metadata.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      refund_application_fee: flag.optional(),
    },
    ({ tx, params }) =>
      makeRefund(tx, chargeOf(tx, params), {
        amount: params.amount,
        reason: params.reason,
        metadata: mergeMetadata({}, params.metadata),
        withFee: params.refund_application_fee,
      }),
  ),
  endpoint('GET', '/v1/refunds/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('refunds', id)),
  endpoint('GET', '/v1/refunds', { ...pages, ...ofCharge, created }, ({ tx, params }) =>
    listOf(tx, 'refunds', '/v1/refunds', params, (one) => isWithin(params.created, one.created) && isOf(one, params)),
  ),
  endpoint('GET', '/v1/disputes/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('disputes', id)),
  endpoint('GET', '/v1/disputes', { ...pages, ...ofCharge, created }, ({ tx, params }) =>
    listOf(tx, 'disputes', '/v1/disputes', params, (one) => isWithin(params.created, one.created) && isOf(one, params)),
  ),
  endpoint('POST', '/v1/disputes/:id/close', {}, ({ tx, ids: [id = ''] }) => {
    const dispute = tx.get('disputes', id);
    if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed.');
    return closeDispute(tx, dispute, 'lost');
  }),
];

export const applicationFees: Route[] = [
  endpoint('GET', '/v1/application_fees/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('application_fees', id)),
  endpoint('GET', '/v1/application_fees', { ...pages, charge: text().optional(), created }, ({ tx, params }) =>
    listOf(
      tx,
      'application_fees',
      '/v1/application_fees',
      params,
      (one) => isWithin(params.created, one.created) && (!params.charge || one.charge === params.charge),
    ),
  ),
  endpoint(
    'POST',
    '/v1/application_fees/:id/refunds',
    { amount: amount.optional(), metadata: metadata.optional() },
    ({ tx, ids: [id = ''], params }) => {
      const fee = tx.get('application_fees', id);
      return refundFee(tx, fee, params.amount ?? fee.amount - fee.amount_refunded, mergeMetadata({}, params.metadata));
    },
  ),
  endpoint('GET', '/v1/application_fees/:id/refunds', pages, ({ tx, ids: [id = ''], params }) =>
    pageOf(tx.get('application_fees', id).refunds.data, `/v1/application_fees/${id}/refunds`, params),
  ),
];
