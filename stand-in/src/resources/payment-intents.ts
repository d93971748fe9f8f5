import { z } from 'zod';
import { isWithin, listOf } from '../http/lists.ts';
import { created, currency, flag, int, mergeMetadata, metadata, pages, text } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { intentFailed } from '../invoices/pay-invoice.ts';
import { attempt, mustBePaid } from '../payments/attempt.ts';
import { findPaymentMethod, mustFit } from '../payments/make-payment-method.ts';
import { cancelPaymentIntent, makePaymentIntent, type PaymentIntent } from '../payments/payment-intent.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Confirm, confirmShape, methodToConfirm, mustHaveSecret } from './confirming.ts';

const BOTH = ['secret', 'publishable'] as const;
const SMALLEST = 50;

function confirm(tx: Transaction, intent: PaymentIntent, params: Confirm, isOffSession: boolean): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalid(
      `You cannot confirm this PaymentIntent because it has already ${intent.status === 'succeeded' ? 'succeeded after being previously confirmed' : 'been canceled'}.`,
      'payment_intent_unexpected_state',
    );
  const outcome = attempt(tx, intent, methodToConfirm(tx, intent, params), {
    isOffSession,
    returnUrl: params.return_url ?? null,
  });
  if (outcome.kind === 'declined') intentFailed(tx, intent);
  mustBePaid(outcome, intent);
  return intent;
}

export const paymentIntents: Route[] = [
  endpoint(
    'POST',
    '/v1/payment_intents',
    {
      amount: int(1),
      application_fee_amount: int(0).optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      confirm: flag.optional(),
      currency,
      customer: text().optional(),
      description: text().optional(),
      metadata: metadata.optional(),
      off_session: flag.optional(),
      payment_method: text().optional(),
      payment_method_data: confirmShape.payment_method_data,
      return_url: confirmShape.return_url,
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    },
    ({ tx, params }) => {
      if (params.amount < SMALLEST) throw invalid('Amount must be at least 50 cents', 'amount_too_small', 'amount');
      if (params.application_fee_amount && tx.account === tx.platform)
        throw invalid(
          'Can only apply an application_fee_amount on behalf of a connected account.',
          undefined,
          'application_fee_amount',
        );
      if (params.application_fee_amount && params.application_fee_amount > params.amount)
        throw invalid('The application fee cannot be greater than the amount.', undefined, 'application_fee_amount');
      if (params.customer) tx.get('customers', params.customer, 'customer');
      const method = params.payment_method ? findPaymentMethod(tx, params.payment_method) : null;
      if (method) mustFit(method, params.customer ?? null);
      const intent = makePaymentIntent(tx, {
        amount: params.amount,
        application_fee_amount: params.application_fee_amount ?? null,
        automatic_payment_methods: params.automatic_payment_methods
          ? { allow_redirects: 'always', ...params.automatic_payment_methods }
          : null,
        currency: params.currency,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method?.id ?? null,
        setup_future_usage: params.setup_future_usage ?? null,
      });
      return params.confirm
        ? confirm(tx, intent, { ...params, payment_method: method?.id }, params.off_session === true)
        : intent;
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_intents/:id',
    { client_secret: text().optional() },
    ({ tx, ids: [id = ''], params, key }) => {
      const intent = tx.get('payment_intents', id, 'intent');
      mustHaveSecret(key, intent, params.client_secret, 'payment_intent');
      return intent;
    },
    BOTH,
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id',
    { description: text().optional(), metadata: metadata.optional(), payment_method: text().optional() },
    ({ tx, ids: [id = ''], params }) => {
      const intent = tx.get('payment_intents', id, 'intent');
      if (params.payment_method) {
        const method = findPaymentMethod(tx, params.payment_method);
        mustFit(method, intent.customer);
        intent.payment_method = method.id;
        if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
      }
      if (params.description) intent.description = params.description;
      intent.metadata = mergeMetadata(intent.metadata, params.metadata);
      return intent;
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/confirm',
    { ...confirmShape, off_session: flag.optional() },
    ({ tx, ids: [id = ''], params, key }) => {
      const intent = tx.get('payment_intents', id, 'intent');
      mustHaveSecret(key, intent, params.client_secret, 'payment_intent');
      return confirm(tx, intent, params, key === 'secret' && params.off_session === true);
    },
    BOTH,
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/cancel',
    { cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional() },
    ({ tx, ids: [id = ''], params }) => {
      const intent = tx.get('payment_intents', id, 'intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw invalid(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          'payment_intent_unexpected_state',
        );
      if (tx.all('invoice_payments', (one) => one.payment.payment_intent === id).length > 0)
        throw invalid(
          'You cannot cancel PaymentIntents created by invoices. You should instead void the invoice.',
          'payment_intent_unexpected_state',
        );
      cancelPaymentIntent(tx, intent, params.cancellation_reason ?? null);
      return intent;
    },
  ),
  endpoint('GET', '/v1/payment_intents', { ...pages, created, customer: text().optional() }, ({ tx, params }) =>
    listOf(
      tx,
      'payment_intents',
      '/v1/payment_intents',
      params,
      (one) => isWithin(params.created, one.created) && (!params.customer || one.customer === params.customer),
    ),
  ),
];
