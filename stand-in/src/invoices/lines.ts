import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Tables } from '../store/tables.ts';
import type { Wire } from '../wire.ts';

export type Line = Wire<Stripe.InvoiceLineItem>;
export type Period = { start: number; end: number };

export type NewLine = {
  amount: number;
  currency: string;
  description: string | null;
  period: Period;
  parent: Line['parent'];
  price?: Tables['prices'] | null;
  unitAmount?: number;
  quantity?: number;
  isDiscountable?: boolean;
  metadata?: Record<string, string>;
  /** Where a line has taxes of its own instead of the invoice's. */
  taxRates?: string[] | null;
};

export const newLine = (invoice: string, line: NewLine): Line => ({
  id: newId('il'),
  object: 'line_item',
  amount: line.amount,
  currency: line.currency,
  description: line.description,
  discount_amounts: [],
  discountable: line.isDiscountable ?? true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: line.metadata ?? {},
  parent: line.parent,
  period: line.period,
  pretax_credit_amounts: [],
  pricing: {
    type: 'price_details',
    ...(line.price ? { price_details: { price: line.price.id, product: line.price.product } } : {}),
    unit_amount_decimal: String(line.unitAmount ?? line.price?.unit_amount ?? line.amount),
  },
  quantity: line.quantity ?? 1,
  quantity_decimal: String(line.quantity ?? 1),
  subscription: line.parent?.subscription_item_details?.subscription ?? null,
  subtotal: line.amount,
  taxes: [],
});

export const ofItem = (
  subscription: string,
  item: string,
  isProration: boolean,
  invoiceItem: string | null = null,
): Line['parent'] => ({
  type: 'subscription_item_details',
  invoice_item_details: null,
  subscription_item_details: {
    invoice_item: invoiceItem,
    proration: isProration,
    proration_details: isProration ? { credited_items: null } : null,
    subscription,
    subscription_item: item,
  },
});

export const ofInvoiceItem = (invoiceItem: string): Line['parent'] => ({
  type: 'invoice_item_details',
  subscription_item_details: null,
  invoice_item_details: { invoice_item: invoiceItem, proration: false, proration_details: null, subscription: null },
});
