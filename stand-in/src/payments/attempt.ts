import { emit } from '../events/emit.ts';
import { settleInvoice } from '../invoices/settle.ts';
import type { Transaction } from '../store/transaction.ts';
import { attach } from './attach.ts';
import { cardOf } from './cards.ts';
import { addCharge } from './charge.ts';
import { type Decline, declined, declineOf, NOT_AUTHENTICATED } from './declines.ts';
import type { PaymentMethod } from './make-payment-method.ts';
import { authenticationUrl, nextAction } from './next-action.ts';
import type { PaymentIntent } from './payment-intent.ts';

export type Attempt = {
  /** Whether nobody is there who could say yes on the bank's page. */
  isOffSession: boolean;
  returnUrl: string | null;
};

export type Outcome = { kind: 'paid' } | { kind: 'action' } | { kind: 'declined'; decline: Decline };

/** Tries to take the money of an intent from a card. */
export function attempt(tx: Transaction, intent: PaymentIntent, method: PaymentMethod, how: Attempt): Outcome {
  const hidden = tx.hidden('payment_methods', method.id);
  const card = cardOf(hidden.card ?? 'plain');
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  tx.hidden('payment_intents', intent.id).returnUrl = how.returnUrl;
  const isAsked = card.authentication === 'always' || (card.authentication === 'once' && !hidden.isAuthenticated);
  if (isAsked && how.isOffSession) return fail(tx, intent, method, NOT_AUTHENTICATED);
  if (isAsked) {
    intent.status = 'requires_action';
    const url = authenticationUrl(tx, intent);
    intent.next_action = nextAction(url, how.returnUrl) as PaymentIntent['next_action'];
    emit(tx, 'payment_intent.requires_action', intent);
    return { kind: 'action' };
  }
  return take(tx, intent, method, false);
}

function take(tx: Transaction, intent: PaymentIntent, method: PaymentMethod, wasAuthenticated: boolean): Outcome {
  const hidden = tx.hidden('payment_methods', method.id);
  const card = cardOf(hidden.card ?? 'plain');
  if (wasAuthenticated) hidden.isAuthenticated = true;
  if (card.declines) return fail(tx, intent, method, declineOf(card.declines), wasAuthenticated);
  if (intent.setup_future_usage && intent.customer && method.customer === null) attach(tx, method, intent.customer);
  addCharge(tx, { intent, method, decline: null, wasAuthenticated });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  emit(tx, 'payment_intent.succeeded', intent);
  settleInvoice(tx, intent);
  return { kind: 'paid' };
}

function fail(
  tx: Transaction,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  wasAuthenticated = false,
): Outcome {
  const charge = addCharge(tx, { intent, method, decline, wasAuthenticated });
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    ...decline,
    charge: charge.id,
    payment_method: method,
  } as unknown as PaymentIntent['last_payment_error'];
  emit(tx, 'payment_intent.payment_failed', intent);
  return { kind: 'declined', decline };
}

/** What the holder said on the bank's page. */
export function finishAttempt(tx: Transaction, intent: PaymentIntent, hasAgreed: boolean): Outcome | null {
  const method = tx.find('payment_methods', intent.payment_method);
  if (intent.status !== 'requires_action' || !method) return null;
  if (hasAgreed) return take(tx, intent, method, true);
  const decline: Decline = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = { ...decline, payment_method: method } as unknown as PaymentIntent['last_payment_error'];
  emit(tx, 'payment_intent.payment_failed', intent);
  return { kind: 'declined', decline };
}

/** Stripe answers a declined confirmation with the error, which holds the intent. */
export function mustBePaid(outcome: Outcome, intent: PaymentIntent): void {
  if (outcome.kind === 'declined')
    throw declined(outcome.decline, { payment_intent: intent, charge: intent.latest_charge });
}
