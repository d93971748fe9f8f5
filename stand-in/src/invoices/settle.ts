import { emit } from '../events/emit.ts';
import type { PaymentIntent } from '../payments/payment-intent.ts';
import type { Transaction } from '../store/transaction.ts';
import { subscriptionIsPaid } from '../subscriptions/is-paid.ts';
import type { Invoice } from './make-invoice.ts';

/** The intent has its money: so has the invoice that it is for, if there is one. */
export function settleInvoice(tx: Transaction, intent: PaymentIntent): void {
  const [payment] = tx.all(
    'invoice_payments',
    (one) => one.payment.payment_intent === intent.id && one.status === 'open',
  );
  const invoice = tx.find('invoices', payment?.invoice);
  if (!payment || !invoice) return;
  payment.status = 'paid';
  payment.amount_paid = intent.amount;
  payment.status_transitions.paid_at = tx.now;
  emit(tx, 'invoice_payment.paid', payment);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  markPaid(tx, invoice);
}

export function markPaid(tx: Transaction, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = tx.now;
  emit(tx, 'invoice.paid', invoice);
  emit(tx, 'invoice.payment_succeeded', invoice);
  subscriptionIsPaid(tx, invoice);
}
