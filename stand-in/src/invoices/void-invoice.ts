import { emit } from '../events/emit.ts';
import { invalid } from '../http/stripe-error.ts';
import { cancelPaymentIntent } from '../payments/payment-intent.ts';
import type { Transaction } from '../store/transaction.ts';
import { intentOf } from './finalize.ts';
import type { Invoice } from './make-invoice.ts';

export function voidInvoice(tx: Transaction, invoice: Invoice): Invoice {
  if (invoice.status !== 'open')
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`, 'status_transition_invalid');
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = tx.now;
  const intent = intentOf(tx, invoice);
  if (intent) cancelPaymentIntent(tx, intent, 'void_invoice');
  for (const payment of tx.all('invoice_payments', (one) => one.invoice === invoice.id && one.status === 'open')) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = tx.now;
  }
  emit(tx, 'invoice.voided', invoice);
  return invoice;
}
