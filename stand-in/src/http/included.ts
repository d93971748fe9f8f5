import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { wholeList } from './lists.ts';

type Json = { [field: string]: unknown };

/** Fields that an answer has only where somebody asks for them by `expand`; undefined where there is no such field. */
export function included(tx: Transaction, object: Json, field: string): unknown {
  const id = String(object.id);
  switch (`${object.object}.${field}`) {
    case 'invoice.confirmation_secret':
      return confirmationSecret(tx, id);
    case 'invoice.payments':
      return wholeList(
        tx.all('invoice_payments', ({ invoice }) => invoice === id),
        `/v1/invoice_payments?invoice=${id}`,
      );
    case 'charge.refunds':
      return wholeList(tx.all('refunds', ({ charge }) => charge === id).reverse(), `/v1/charges/${id}/refunds`);
    case 'customer.subscriptions':
      return wholeList(
        tx.all('subscriptions', ({ customer, status }) => customer === id && status !== 'canceled').reverse(),
        `/v1/customers/${id}/subscriptions`,
      );
    case 'checkout.session.line_items':
      return wholeList(
        (tx.hidden('checkout_sessions', id).sale?.lines ?? []).map((line) =>
          lineItem(tx.get('prices', line.price), line),
        ),
        `/v1/checkout/sessions/${id}/line_items`,
      );
    default:
      return undefined;
  }
}

function confirmationSecret(tx: Transaction, invoice: string) {
  const [payment] = tx.all('invoice_payments', (one) => one.invoice === invoice && one.status === 'open');
  const intent = tx.find('payment_intents', payment?.payment.payment_intent);
  return intent?.client_secret ? { type: 'payment_intent', client_secret: intent.client_secret } : null;
}

function lineItem(price: Tables['prices'], { quantity }: { quantity: number }) {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: `li_${price.id.slice(6)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.nickname,
    metadata: {},
    price,
    quantity,
  };
}
