import { z } from 'zod';
import { emit } from '../events/emit.ts';
import { listOf } from '../http/lists.ts';
import { currency, flag, int, mergeMetadata, metadata, pages, taxRates, text, time } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { newLine } from '../invoices/lines.ts';
import type { Invoice } from '../invoices/make-invoice.ts';
import { recount } from '../invoices/recount.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { itemLine } from '../subscriptions/renew.ts';

export const lineShape = {
  amount: int().optional(),
  description: text(500).optional(),
  discountable: flag.optional(),
  metadata: metadata.optional(),
  period: z.strictObject({ start: time, end: time }).optional(),
  pricing: z.strictObject({ price: text() }).optional(),
  quantity: int(0, 999_999).optional(),
  tax_rates: taxRates.optional(),
};
const lineSchema = z.strictObject(lineShape);
type Line = z.output<typeof lineSchema> & {
  customer: string;
  currency?: string | undefined;
  invoice?: string | undefined;
};

/** Something to bill: a sum, or a price times a number. */
export function addItem(tx: Transaction, sent: Line): Tables['invoice_items'] {
  const price = sent.pricing ? tx.get('prices', sent.pricing.price, 'pricing[price]') : null;
  if ((price === null) === (sent.amount === undefined))
    throw invalid('You must provide either `amount` or `pricing[price]`.', 'parameter_missing', 'amount');
  if (price?.recurring)
    throw invalid(
      'The price specified is recurring; this field only accepts one-time prices.',
      undefined,
      'pricing[price]',
    );
  const money = sent.currency ?? price?.currency ?? 'usd';
  if (price && price.currency !== money)
    throw invalid(`The price's currency (${price.currency}) is not ${money}.`, undefined, 'currency');
  tx.get('customers', sent.customer, 'customer');
  const quantity = sent.quantity ?? 1;
  const amount = price ? (price.unit_amount ?? 0) * quantity : (sent.amount ?? 0);
  return tx.add('invoice_items', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    currency: money,
    customer: sent.customer,
    customer_account: null,
    date: tx.now,
    description: sent.description ?? price?.nickname ?? null,
    discountable: sent.discountable ?? true,
    discounts: [],
    invoice: sent.invoice ?? null,
    livemode: false,
    metadata: mergeMetadata({}, sent.metadata),
    parent: null,
    period: sent.period ?? { start: tx.now, end: tx.now },
    pricing: {
      type: 'price_details',
      ...(price ? { price_details: { price: price.id, product: price.product } } : {}),
      unit_amount_decimal: String(price?.unit_amount ?? sent.amount ?? 0),
    },
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: (sent.tax_rates ?? []).map((id) => tx.get('tax_rates', id, 'tax_rates')),
    test_clock: null,
  });
}

/** One more line of a draft. */
export function append(tx: Transaction, invoice: Invoice, item: Tables['invoice_items']): void {
  const wanted = itemLine(item);
  const line = newLine(invoice.id, wanted);
  invoice.lines.data.push(line);
  const hidden = tx.hidden('invoices', invoice.id);
  if (wanted.taxRates) hidden.taxRates = { ...hidden.taxRates, [line.id]: wanted.taxRates };
  recount(tx, invoice);
}

export const invoiceItems: Route[] = [
  endpoint(
    'POST',
    '/v1/invoiceitems',
    { ...lineShape, currency: currency.optional(), customer: text(), invoice: text().optional() },
    ({ tx, params }) => {
      const invoice = params.invoice ? tx.get('invoices', params.invoice, 'invoice') : null;
      if (invoice && invoice.status !== 'draft')
        throw invalid('The specified invoice can no longer be edited.', 'invoice_not_editable', 'invoice');
      if (invoice && invoice.customer !== params.customer)
        throw invalid('The invoice is of another customer.', undefined, 'invoice');
      const item = addItem(tx, { ...params, currency: invoice?.currency ?? params.currency });
      emit(tx, 'invoiceitem.created', item);
      if (invoice) append(tx, invoice, item);
      return item;
    },
  ),
  endpoint('GET', '/v1/invoiceitems/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('invoice_items', id)),
  endpoint('DELETE', '/v1/invoiceitems/:id', {}, ({ tx, ids: [id = ''] }) => {
    const item = tx.get('invoice_items', id);
    if (item.invoice)
      throw invalid('Can only delete invoice items that are not part of an invoice.', 'invoice_not_editable');
    tx.remove('invoice_items', id);
    emit(tx, 'invoiceitem.deleted', item);
    return { id, object: 'invoiceitem', deleted: true };
  }),
  endpoint(
    'GET',
    '/v1/invoiceitems',
    { ...pages, customer: text().optional(), invoice: text().optional(), pending: flag.optional() },
    ({ tx, params }) =>
      listOf(
        tx,
        'invoice_items',
        '/v1/invoiceitems',
        params,
        (one) =>
          (!params.customer || one.customer === params.customer) &&
          (!params.invoice || one.invoice === params.invoice) &&
          (params.pending === undefined || (one.invoice === null) === params.pending),
      ),
  ),
];
