import { z } from 'zod';
import { changing, emit } from '../events/emit.ts';
import { isWithin, listOf, pageOf } from '../http/lists.ts';
import {
  automaticTax,
  created,
  currency,
  discounts,
  flag,
  int,
  mergeMetadata,
  metadata,
  orEmpty,
  pages,
  taxRates,
  text,
} from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { applyDiscounts } from '../invoices/discount.ts';
import { finalize } from '../invoices/finalize.ts';
import { type Invoice, makeInvoice } from '../invoices/make-invoice.ts';
import { payInvoice } from '../invoices/pay-invoice.ts';
import { recount } from '../invoices/recount.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import { invoiceIsVoid } from '../subscriptions/end.ts';
import { itemLine, pendingItems } from '../subscriptions/renew.ts';
import { addItem, append, lineShape } from './invoice-items.ts';
import { noStripeTax } from './subscriptions.ts';

const DRAFT_SECONDS = 3_600;

const common = {
  application_fee_amount: int(0).optional(),
  auto_advance: flag.optional(),
  automatic_tax: automaticTax.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  default_payment_method: text().optional(),
  default_tax_rates: taxRates.optional(),
  description: orEmpty(text(1_500)).optional(),
  discounts: discounts.optional(),
  metadata: metadata.optional(),
};

const mustBeDraft = (invoice: Invoice) => {
  if (invoice.status !== 'draft')
    throw invalid('Finalized invoices can’t be updated in this way', 'invoice_not_editable');
};

export const invoices: Route[] = [
  endpoint(
    'POST',
    '/v1/invoices',
    {
      ...common,
      currency: currency.optional(),
      customer: text(),
      pending_invoice_items_behavior: z.enum(['exclude', 'include']).optional(),
    },
    ({ tx, params }) => {
      noStripeTax(params.automatic_tax);
      if (params.application_fee_amount && tx.account === tx.platform)
        throw invalid(
          'Can only apply an application_fee_amount on behalf of a connected account.',
          undefined,
          'application_fee_amount',
        );
      const customer = tx.get('customers', params.customer, 'customer');
      const money = params.currency ?? customer.currency ?? 'usd';
      const pending =
        params.pending_invoice_items_behavior === 'include' ? pendingItems(tx, customer.id, money, null) : [];
      const invoice = makeInvoice(tx, {
        customer: customer.id,
        currency: money,
        reason: 'manual',
        lines: pending.map(itemLine),
        period: { start: tx.now, end: tx.now },
        taxRates: params.default_tax_rates ?? [],
        discounts: applyDiscounts(tx, params.discounts ?? [], { customer: customer.id, currency: money }).map(
          ({ id }) => id,
        ),
        paymentMethod: params.default_payment_method ? findPaymentMethod(tx, params.default_payment_method).id : null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        autoAdvance: params.auto_advance ?? false,
        fee: params.application_fee_amount ?? null,
      });
      for (const item of pending) item.invoice = invoice.id;
      if (invoice.auto_advance) invoice.automatically_finalizes_at = tx.now + DRAFT_SECONDS;
      return invoice;
    },
  ),
  endpoint('GET', '/v1/invoices/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('invoices', id)),
  endpoint('POST', '/v1/invoices/:id', common, ({ tx, ids: [id = ''], params }) => {
    const invoice = tx.get('invoices', id);
    noStripeTax(params.automatic_tax);
    const isMoney = params.application_fee_amount ?? params.default_tax_rates ?? params.discounts;
    if (isMoney !== undefined) mustBeDraft(invoice);
    return changing(tx, 'invoice.updated', invoice, () => {
      if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance;
      if (params.default_payment_method)
        invoice.default_payment_method = findPaymentMethod(tx, params.default_payment_method).id;
      if (params.description !== undefined) invoice.description = params.description;
      if (params.application_fee_amount !== undefined) tx.hidden('invoices', id).fee = params.application_fee_amount;
      if (params.default_tax_rates !== undefined)
        invoice.default_tax_rates = (params.default_tax_rates ?? []).map((one) => tx.get('tax_rates', one));
      if (params.discounts !== undefined)
        invoice.discounts = applyDiscounts(tx, params.discounts ?? [], {
          customer: invoice.customer,
          currency: invoice.currency,
        }).map((one) => one.id);
      invoice.metadata = mergeMetadata(invoice.metadata, params.metadata);
      if (invoice.status === 'draft') recount(tx, invoice);
    });
  }),
  endpoint('DELETE', '/v1/invoices/:id', {}, ({ tx, ids: [id = ''] }) => {
    const invoice = tx.get('invoices', id);
    if (invoice.status !== 'draft') throw invalid('You can only delete draft invoices.', 'invoice_not_editable');
    if (invoice.parent) throw invalid('You can only delete one-off invoices.', 'invoice_not_editable');
    tx.remove('invoices', id);
    emit(tx, 'invoice.deleted', invoice);
    return { id, object: 'invoice', deleted: true };
  }),
  endpoint(
    'POST',
    '/v1/invoices/:id/add_lines',
    { lines: z.array(z.strictObject(lineShape)).min(1).max(50) },
    ({ tx, ids: [id = ''], params }) => {
      const invoice = tx.get('invoices', id);
      mustBeDraft(invoice);
      for (const sent of params.lines) {
        const item = addItem(tx, {
          ...sent,
          customer: invoice.customer ?? '',
          currency: invoice.currency,
          invoice: id,
        });
        append(tx, invoice, item);
      }
      emit(tx, 'invoice.updated', invoice);
      return invoice;
    },
  ),
  endpoint('GET', '/v1/invoices/:id/lines', pages, ({ tx, ids: [id = ''], params }) =>
    pageOf(tx.get('invoices', id).lines.data, `/v1/invoices/${id}/lines`, params),
  ),
  endpoint('POST', '/v1/invoices/:id/finalize', { auto_advance: flag.optional() }, ({ tx, ids: [id = ''], params }) => {
    const invoice = tx.get('invoices', id);
    if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance;
    return finalize(tx, invoice);
  }),
  endpoint(
    'POST',
    '/v1/invoices/:id/pay',
    { off_session: flag.optional(), payment_method: text().optional() },
    ({ tx, ids: [id = ''], params }) => payInvoice(tx, tx.get('invoices', id), params.payment_method ?? null),
  ),
  endpoint('POST', '/v1/invoices/:id/void', {}, ({ tx, ids: [id = ''] }) => {
    const invoice = voidInvoice(tx, tx.get('invoices', id));
    invoiceIsVoid(tx, invoice);
    return invoice;
  }),
  endpoint(
    'GET',
    '/v1/invoices',
    {
      ...pages,
      collection_method: z.literal('charge_automatically').optional(),
      created,
      customer: text().optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text().optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'invoices',
        '/v1/invoices',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (!params.customer || one.customer === params.customer) &&
          (!params.status || one.status === params.status) &&
          (!params.subscription || one.parent?.subscription_details?.subscription === params.subscription),
      ),
  ),
  endpoint(
    'GET',
    '/v1/invoice_payments',
    {
      ...pages,
      invoice: text().optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text() }).optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'invoice_payments',
        '/v1/invoice_payments',
        params,
        (one) =>
          (!params.invoice || one.invoice === params.invoice) &&
          (!params.payment || one.payment.payment_intent === params.payment.payment_intent) &&
          (!params.status || one.status === params.status),
      ),
  ),
  endpoint('GET', '/v1/invoice_payments/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('invoice_payments', id)),
];
