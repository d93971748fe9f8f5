import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import { wholeList } from '../http/lists.ts';
import { newId } from '../ids.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import { cardOf } from './cards.ts';
import type { Decline } from './declines.ts';
import { openDispute } from './dispute.ts';
import type { PaymentMethod } from './make-payment-method.ts';
import type { PaymentIntent } from './payment-intent.ts';

export type Charge = Wire<Stripe.Charge>;

type Tried = { intent: PaymentIntent; method: PaymentMethod; decline: Decline | null; wasAuthenticated: boolean };

/** One try to take the money, whether it is given or not. */
export function addCharge(tx: Transaction, tried: Tried): Charge {
  const { intent, method, decline } = tried;
  const isPaid = decline === null;
  const charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: isPaid ? intent.application_fee_amount : null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: 'STAND-IN',
    captured: isPaid,
    created: tx.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(tried),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  } satisfies Charge;
  tx.add('charges', charge);
  intent.latest_charge = charge.id;
  if (!isPaid) {
    emit(tx, 'charge.failed', charge);
    return charge;
  }
  if (intent.application_fee_amount) takeFee(tx, charge, intent.application_fee_amount);
  emit(tx, 'charge.succeeded', charge);
  if (cardOf(tx.hidden('payment_methods', method.id).card ?? 'plain').isDisputed) openDispute(tx, charge);
  return charge;
}

const outcomeOf = (decline: Decline | null): Charge['outcome'] => ({
  advice_code: decline?.advice_code ?? null,
  network_advice_code: null,
  network_decline_code: decline ? '05' : null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

function detailsOf({ intent, method, wasAuthenticated }: Tried): Charge['payment_method_details'] {
  const card = method.card;
  if (!card) return null;
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: wasAuthenticated ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: wasAuthenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** The platform's part of a sale that a connected account made. */
function takeFee(tx: Transaction, charge: Charge, amount: number): void {
  const platform = tx.for(tx.platform);
  const fee = {
    id: newId('fee'),
    object: 'application_fee',
    account: tx.account,
    amount,
    amount_refunded: 0,
    application: `ca_${tx.platform.slice(5)}`,
    balance_transaction: null,
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    fee_source: { type: 'charge', charge: charge.id },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: wholeList([], ''),
  } satisfies Wire<Stripe.ApplicationFee>;
  fee.refunds.url = `/v1/application_fees/${fee.id}/refunds`;
  platform.add('application_fees', fee);
  charge.application_fee = fee.id;
  emit(platform, 'application_fee.created', fee);
}
