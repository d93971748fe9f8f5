import { z } from 'zod';
import { emit } from '../events/emit.ts';
import { listOf } from '../http/lists.ts';
import { flag, mergeMetadata, metadata, pages, text } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import { confirmSetup, makeSetupIntent, type SetupIntent } from '../payments/setup.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Confirm, confirmShape, methodToConfirm, mustHaveSecret } from './confirming.ts';

const BOTH = ['secret', 'publishable'] as const;
const methods = z.strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() });

function confirm(tx: Transaction, intent: SetupIntent, params: Confirm): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      'setup_intent_unexpected_state',
    );
  confirmSetup(tx, intent, methodToConfirm(tx, intent, params), params.return_url ?? null);
  return intent;
}

export const setupIntents: Route[] = [
  endpoint(
    'POST',
    '/v1/setup_intents',
    {
      automatic_payment_methods: methods.optional(),
      confirm: flag.optional(),
      customer: text().optional(),
      description: text().optional(),
      metadata: metadata.optional(),
      payment_method: text().optional(),
      return_url: confirmShape.return_url,
      usage: z.enum(['off_session', 'on_session']).optional(),
    },
    ({ tx, params }) => {
      if (params.customer) tx.get('customers', params.customer, 'customer');
      const method = params.payment_method ? findPaymentMethod(tx, params.payment_method) : null;
      const intent = makeSetupIntent(tx, {
        automatic_payment_methods: params.automatic_payment_methods
          ? { allow_redirects: 'always', ...params.automatic_payment_methods }
          : null,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method?.id ?? null,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        usage: params.usage ?? 'off_session',
      });
      return params.confirm ? confirm(tx, intent, params) : intent;
    },
  ),
  endpoint(
    'GET',
    '/v1/setup_intents/:id',
    { client_secret: text().optional() },
    ({ tx, ids: [id = ''], params, key }) => {
      const intent = tx.get('setup_intents', id, 'intent');
      mustHaveSecret(key, intent, params.client_secret, 'setupintent');
      return intent;
    },
    BOTH,
  ),
  endpoint(
    'POST',
    '/v1/setup_intents/:id/confirm',
    confirmShape,
    ({ tx, ids: [id = ''], params, key }) => {
      const intent = tx.get('setup_intents', id, 'intent');
      mustHaveSecret(key, intent, params.client_secret, 'setupintent');
      return confirm(tx, intent, params);
    },
    BOTH,
  ),
  endpoint('POST', '/v1/setup_intents/:id/cancel', {}, ({ tx, ids: [id = ''] }) => {
    const intent = tx.get('setup_intents', id, 'intent');
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalid(
        `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
        'setup_intent_unexpected_state',
      );
    intent.status = 'canceled';
    intent.next_action = null;
    emit(tx, 'setup_intent.canceled', intent);
    return intent;
  }),
  endpoint('GET', '/v1/setup_intents', { ...pages, customer: text().optional() }, ({ tx, params }) =>
    listOf(
      tx,
      'setup_intents',
      '/v1/setup_intents',
      params,
      (one) => !params.customer || one.customer === params.customer,
    ),
  ),
];
