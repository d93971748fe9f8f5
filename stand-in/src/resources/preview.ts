import { z } from 'zod';
import {
  automaticTax,
  currency,
  discounts,
  flag,
  int,
  metadata,
  orEmpty,
  taxRates,
  text,
  time,
} from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import type { NewLine } from '../invoices/lines.ts';
import type { Transaction } from '../store/transaction.ts';
import { previewInvoice } from '../subscriptions/preview.ts';
import { noStripeTax, proration } from './subscriptions.ts';

const item = z.strictObject({
  amount: int().optional(),
  currency: currency.optional(),
  description: text(500).optional(),
  discountable: flag.optional(),
  metadata: metadata.optional(),
  price: text().optional(),
  quantity: int(0, 999_999).optional(),
  tax_rates: taxRates.optional(),
});

function lineOf(tx: Transaction, sent: z.output<typeof item>): NewLine {
  const price = sent.price ? tx.get('prices', sent.price, 'invoice_items[0][price]') : null;
  if ((price === null) === (sent.amount === undefined))
    throw invalid('You must provide either `amount` or `price`.', 'parameter_missing', 'invoice_items');
  const quantity = sent.quantity ?? 1;
  return {
    amount: price ? (price.unit_amount ?? 0) * quantity : (sent.amount ?? 0),
    currency: price?.currency ?? sent.currency ?? 'usd',
    description: sent.description ?? null,
    period: { start: tx.now, end: tx.now },
    parent: null,
    price,
    quantity,
    isDiscountable: sent.discountable ?? true,
    taxRates: sent.tax_rates ?? null,
  };
}

export const PREVIEW_PATH = '/v1/invoices/create_preview';

export const preview: Route[] = [
  endpoint(
    'POST',
    PREVIEW_PATH,
    {
      automatic_tax: automaticTax.optional(),
      currency: currency.optional(),
      customer: text().optional(),
      discounts: discounts.optional(),
      invoice_items: z.array(item).max(50).optional(),
      preview_mode: z.literal('next').optional(),
      subscription: text().optional(),
      subscription_details: z
        .strictObject({
          default_tax_rates: taxRates.optional(),
          items: z
            .array(
              z.strictObject({
                id: text().optional(),
                deleted: flag.optional(),
                price: text().optional(),
                quantity: int(0, 999_999).optional(),
              }),
            )
            .max(20)
            .optional(),
          metadata: orEmpty(metadata).optional(),
          proration_behavior: proration.optional(),
          proration_date: time.optional(),
        })
        .optional(),
    },
    ({ tx, params }) => {
      noStripeTax(params.automatic_tax);
      const details = params.subscription_details;
      return previewInvoice(tx, {
        customer: params.customer,
        subscription: params.subscription,
        currency: params.currency,
        discounts: params.discounts,
        extra: (params.invoice_items ?? []).map((one) => lineOf(tx, one)),
        items: details?.items ?? [],
        taxRates: details?.default_tax_rates,
        proration: details?.proration_behavior ?? 'create_prorations',
        prorationDate: details?.proration_date,
      });
    },
  ),
];
