import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import { newId } from '../ids.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';

export type Dispute = Wire<Stripe.Dispute>;
const ANSWER_WITHIN = 7 * 86_400;

/** The holder wants the money back from their bank, which takes it at once. */
export function openDispute(tx: Transaction, charge: Tables['charges'], reason = 'fraudulent'): Dispute {
  const dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: tx.now + ANSWER_WITHIN,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  } satisfies Dispute;
  tx.add('disputes', dispute);
  charge.disputed = true;
  emit(tx, 'charge.dispute.created', dispute);
  emit(tx, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(tx: Transaction, dispute: Dispute, end: 'won' | 'lost'): Dispute {
  dispute.status = end;
  if (end === 'won') emit(tx, 'charge.dispute.funds_reinstated', dispute);
  emit(tx, 'charge.dispute.closed', dispute);
  return dispute;
}

const FIELDS =
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'.split(
    ' ',
  );
const noEvidence = () =>
  ({
    ...Object.fromEntries(FIELDS.map((field) => [field, null])),
    enhanced_evidence: {},
  }) as unknown as Dispute['evidence'];
