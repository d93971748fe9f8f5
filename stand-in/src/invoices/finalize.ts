import { emit } from '../events/emit.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId, randomText } from '../ids.ts';
import { percentOf } from '../money/round.ts';
import { makePaymentIntent, type PaymentIntent } from '../payments/payment-intent.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Invoice } from './make-invoice.ts';
import { recount } from './recount.ts';
import { markPaid } from './settle.ts';

/** From here on nothing of the invoice changes but that it is paid or void. It is owed by an intent of its own. */
export function finalize(tx: Transaction, invoice: Invoice): Invoice {
  if (invoice.status !== 'draft')
    throw invalid(
      `This invoice is already finalized, you can't re-finalize a non-draft invoice.`,
      'invoice_not_editable',
    );
  const customer = tx.get('customers', invoice.customer ?? '', 'customer');
  if (customer.currency && customer.currency !== invoice.currency)
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has had a subscription or invoice with currency ${customer.currency}.`,
    );
  recount(tx, invoice);
  customer.currency = invoice.currency;
  customer.balance += invoice.amount_due - invoice.total;
  invoice.ending_balance = customer.balance;
  invoice.status = 'open';
  invoice.automatically_finalizes_at = null;
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`;
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  invoice.status_transitions.finalized_at = tx.now;
  invoice.effective_at = tx.now;
  invoice.hosted_invoice_url = `${tx.pagesUrl}/invoices/${tx.account}/${invoice.id}/${randomText(24)}`;
  if (invoice.amount_due > 0) owe(tx, invoice);
  emit(tx, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) markPaid(tx, invoice);
  return invoice;
}

function owe(tx: Transaction, invoice: Invoice): void {
  const subscription = tx.find('subscriptions', invoice.parent?.subscription_details?.subscription);
  const method = methodFor(tx, invoice);
  const intent = makePaymentIntent(tx, {
    amount: invoice.amount_due,
    application_fee_amount: feeOf(tx, invoice, subscription?.application_fee_percent ?? null),
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : invoice.description,
    payment_method: method,
    setup_future_usage: subscription ? 'off_session' : null,
  });
  tx.add('invoice_payments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: tx.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

function feeOf(tx: Transaction, invoice: Invoice, percent: number | null): number | null {
  const fixed = tx.hidden('invoices', invoice.id).fee ?? null;
  if (fixed !== null) return Math.min(fixed, invoice.amount_due);
  return percent === null ? null : percentOf(invoice.amount_due, percent);
}

/** The invoice's own card, else the subscription's, else the customer's. */
export function methodFor(tx: Transaction, invoice: Invoice): string | null {
  const subscription = tx.find('subscriptions', invoice.parent?.subscription_details?.subscription);
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    tx.find('customers', invoice.customer)?.invoice_settings.default_payment_method ??
    null
  );
}

export function intentOf(tx: Transaction, invoice: Invoice): PaymentIntent | null {
  const [payment] = tx.all('invoice_payments', (one) => one.invoice === invoice.id && one.is_default);
  return tx.find('payment_intents', payment?.payment.payment_intent);
}
