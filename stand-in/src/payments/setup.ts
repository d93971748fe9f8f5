import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import { newId, randomText } from '../ids.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import { attach } from './attach.ts';
import { cardOf } from './cards.ts';
import { type Decline, declined, declineOf } from './declines.ts';
import type { PaymentMethod } from './make-payment-method.ts';
import { authenticationUrl, nextAction } from './next-action.ts';

export type SetupIntent = Wire<Stripe.SetupIntent>;

export function makeSetupIntent(tx: Transaction, given: Partial<SetupIntent>): SetupIntent {
  const id = newId('seti');
  const intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(24)}`,
    created: tx.now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...given,
  } satisfies SetupIntent;
  tx.add('setup_intents', intent);
  emit(tx, 'setup_intent.created', intent);
  return intent;
}

/** Saves a card for later, or asks its holder first. */
export function confirmSetup(
  tx: Transaction,
  intent: SetupIntent,
  method: PaymentMethod,
  returnUrl: string | null,
): void {
  const card = cardOf(tx.hidden('payment_methods', method.id).card ?? 'plain');
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  tx.hidden('setup_intents', intent.id).returnUrl = returnUrl;
  if (card.declines && !card.savesAllTheSame) throw failSetup(tx, intent, declineOf(card.declines), method);
  if (!card.authentication) {
    succeed(tx, intent, method);
    return;
  }
  intent.status = 'requires_action';
  intent.next_action = nextAction(authenticationUrl(tx, intent), returnUrl) as SetupIntent['next_action'];
  emit(tx, 'setup_intent.requires_action', intent);
}

function succeed(tx: Transaction, intent: SetupIntent, method: PaymentMethod): void {
  if (intent.customer) attach(tx, method, intent.customer);
  intent.status = 'succeeded';
  intent.next_action = null;
  tx.hidden('payment_methods', method.id).isAuthenticated = true;
  for (const subscription of tx.all('subscriptions', (one) => one.pending_setup_intent === intent.id))
    subscription.pending_setup_intent = null;
  emit(tx, 'setup_intent.succeeded', intent);
}

function failSetup(tx: Transaction, intent: SetupIntent, decline: Decline, method: PaymentMethod) {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_setup_error = { ...decline, payment_method: method } as SetupIntent['last_setup_error'];
  emit(tx, 'setup_intent.setup_failed', intent);
  return declined(decline, { setup_intent: intent, payment_method: method });
}

/** What the holder said on the bank's page. */
export function finishSetup(tx: Transaction, intent: SetupIntent, hasAgreed: boolean): void {
  const method = tx.find('payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !method) return;
  if (hasAgreed) {
    succeed(tx, intent, method);
    return;
  }
  failSetup(
    tx,
    intent,
    {
      type: 'card_error',
      code: 'setup_intent_authentication_failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    },
    method,
  );
}
