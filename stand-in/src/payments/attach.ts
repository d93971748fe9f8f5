import { emit } from '../events/emit.ts';
import { invalid } from '../http/stripe-error.ts';
import type { Transaction } from '../store/transaction.ts';
import type { PaymentMethod } from './make-payment-method.ts';

export function attach(tx: Transaction, method: PaymentMethod, customer: string): PaymentMethod {
  tx.get('customers', customer, 'customer');
  if (method.customer === customer) return method;
  if (method.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.');
  method.customer = customer;
  emit(tx, 'payment_method.attached', method);
  return method;
}

/** The customer keeps nothing that names the card. */
export function detach(tx: Transaction, method: PaymentMethod): PaymentMethod {
  const customer = tx.find('customers', method.customer);
  if (customer === null)
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
  if (customer.invoice_settings.default_payment_method === method.id)
    customer.invoice_settings.default_payment_method = null;
  for (const subscription of tx.all('subscriptions', (one) => one.default_payment_method === method.id))
    subscription.default_payment_method = null;
  const before = { customer: method.customer };
  method.customer = null;
  emit(tx, 'payment_method.detached', method, before);
  return method;
}
