import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import { newId, randomText } from '../ids.ts';
import type { Hidden } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';

export type PaymentIntent = Wire<Stripe.PaymentIntent>;

export function makePaymentIntent(
  tx: Transaction,
  given: Partial<PaymentIntent> & Pick<PaymentIntent, 'amount' | 'currency'>,
  hidden: Hidden = {},
): PaymentIntent {
  const id = newId('pi');
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: 'automatic',
    created: tx.now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  } satisfies PaymentIntent;
  tx.add('payment_intents', intent, hidden);
  emit(tx, 'payment_intent.created', intent);
  return intent;
}

export function cancelPaymentIntent(tx: Transaction, intent: PaymentIntent, reason: string | null): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  intent.status = 'canceled';
  intent.canceled_at = tx.now;
  intent.cancellation_reason = reason as PaymentIntent['cancellation_reason'];
  intent.next_action = null;
  emit(tx, 'payment_intent.canceled', intent);
}
