import type Stripe from 'stripe';
import { changing, emit } from '../events/emit.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { partOf } from '../money/round.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import type { Charge } from './charge.ts';

export type Refund = Wire<Stripe.Refund>;

type Wanted = {
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Record<string, string>;
  /** Whether the platform gives its part back too. */
  withFee?: boolean | undefined;
};

export function makeRefund(tx: Transaction, charge: Charge, wanted: Wanted): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) throw invalid(`Charge ${charge.id} is not paid.`, 'charge_not_refundable');
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = wanted.amount ?? left;
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount_too_large',
      'amount',
    );
  if (amount === 0) throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: wanted.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: (wanted.reason ?? null) as Refund['reason'],
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Refund;
  tx.add('refunds', refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  if (wanted.withFee) giveFeeBack(tx, charge, amount);
  emit(tx, 'refund.created', refund);
  emit(tx, 'charge.refunded', charge, before);
  return refund;
}

/** The card's bank did not take it: the money is the seller's again. */
export function failRefund(tx: Transaction, refund: Refund): Refund {
  const charge = tx.find('charges', refund.charge);
  if (refund.status === 'failed' || !charge) return refund;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  changing(tx, 'refund.updated', refund, () => {
    refund.status = 'failed';
    refund.failure_reason = 'lost_or_stolen_card';
  });
  emit(tx, 'refund.failed', refund);
  return refund;
}

function giveFeeBack(tx: Transaction, charge: Charge, amount: number): void {
  const platform = tx.for(tx.platform);
  const fee = platform.find('application_fees', charge.application_fee);
  if (!fee) return;
  const share = charge.refunded ? fee.amount - fee.amount_refunded : partOf(fee.amount, amount, charge.amount);
  refundFee(platform, fee, share, {});
}

type Fee = Wire<Stripe.ApplicationFee>;

export function refundFee(
  platform: Transaction,
  fee: Fee,
  amount: number,
  metadata: Record<string, string>,
): Wire<Stripe.FeeRefund> {
  const left = fee.amount - fee.amount_refunded;
  if (amount > left || amount <= 0)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on fee (${left})`, undefined, 'amount');
  const refund = {
    id: newId('fr'),
    object: 'fee_refund',
    amount,
    balance_transaction: null,
    created: platform.now,
    currency: fee.currency,
    fee: fee.id,
    metadata,
  } satisfies Wire<Stripe.FeeRefund>;
  fee.refunds.data.unshift(refund);
  fee.amount_refunded += amount;
  fee.refunded = fee.amount_refunded === fee.amount;
  emit(platform, 'application_fee.refunded', fee);
  return refund;
}
