import { emit } from '../events/emit.ts';
import { invalid, StripeError } from '../http/stripe-error.ts';
import { attempt, type Outcome } from '../payments/attempt.ts';
import { declined } from '../payments/declines.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import type { PaymentIntent } from '../payments/payment-intent.ts';
import type { Transaction } from '../store/transaction.ts';
import { subscriptionIsUnpaid } from '../subscriptions/is-unpaid.ts';
import { finalize, intentOf, methodFor } from './finalize.ts';
import type { Invoice } from './make-invoice.ts';

type Failure = Exclude<Outcome, { kind: 'paid' }> | { kind: 'no card' };

/** One try to collect an invoice that is open. */
export function collect(tx: Transaction, invoice: Invoice, given: string | null): { kind: 'paid' } | Failure {
  if (invoice.status === 'paid') return { kind: 'paid' };
  const intent = intentOf(tx, invoice);
  const id = given ?? methodFor(tx, invoice);
  if (!intent || id === null) return failed(tx, invoice, { kind: 'no card' });
  const outcome = attempt(tx, intent, findPaymentMethod(tx, id), { isOffSession: false, returnUrl: null });
  return outcome.kind === 'paid' ? outcome : failed(tx, invoice, outcome);
}

function failed<T extends Failure>(tx: Transaction, invoice: Invoice, failure: T): T {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  if (failure.kind === 'action') emit(tx, 'invoice.payment_action_required', invoice);
  subscriptionIsUnpaid(tx, invoice);
  emit(tx, 'invoice.payment_failed', invoice);
  return failure;
}

/** As a caller asks for it: what is not paid is an error, and remembered. */
export function payInvoice(tx: Transaction, invoice: Invoice, given: string | null): Invoice {
  if (invoice.status === 'draft') finalize(tx, invoice);
  else if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid');
  else if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status} and can't be paid`);
  const outcome = collect(tx, invoice, given);
  if (outcome.kind !== 'paid') throw errorOf(tx, invoice, outcome);
  return invoice;
}

/** What came before the failure stays, unless `isKept` says that nothing happened at all. */
export function errorOf(tx: Transaction, invoice: Invoice, failure: Failure, isKept = true): StripeError {
  const intent = intentOf(tx, invoice);
  if (failure.kind === 'declined')
    return declined(failure.decline, { payment_intent: intent, charge: intent?.latest_charge }, isKept);
  if (failure.kind === 'no card')
    return new StripeError(
      400,
      {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message:
          'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      },
      isKept,
    );
  return new StripeError(
    402,
    {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: intent,
    },
    isKept,
  );
}

/** A payment that failed otherwise than by collecting: in the browser, or on the bank's page. */
export function intentFailed(tx: Transaction, intent: PaymentIntent): void {
  const [payment] = tx.all(
    'invoice_payments',
    (one) => one.payment.payment_intent === intent.id && one.status === 'open',
  );
  const invoice = tx.find('invoices', payment?.invoice);
  if (invoice?.status === 'open') failed(tx, invoice, { kind: 'no card' });
}
