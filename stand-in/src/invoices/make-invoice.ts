import type Stripe from 'stripe';
import { emit } from '../events/emit.ts';
import { wholeList } from '../http/lists.ts';
import { newId } from '../ids.ts';
import type { Hidden } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';
import { type NewLine, newLine, type Period } from './lines.ts';
import { recount } from './recount.ts';

export type Invoice = Wire<Stripe.Invoice>;

export type NewInvoice = {
  customer: string;
  currency: string;
  reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: NewLine[];
  period: Period;
  subscription?: { id: string; metadata: Record<string, string>; prorationDate?: number } | null;
  discounts?: string[];
  taxRates?: string[];
  paymentMethod?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  autoAdvance?: boolean;
  fee?: number | null;
};

/** A draft; `finalize` makes it count. */
export function makeInvoice(tx: Transaction, wanted: NewInvoice): Invoice {
  const id = newId('in');
  const customer = tx.get('customers', wanted.customer, 'customer');
  const lines = wanted.lines.map((line) => newLine(id, line));
  const invoice = {
    ...blank(),
    id,
    object: 'invoice' as const,
    auto_advance: wanted.autoAdvance ?? false,
    billing_reason: wanted.reason,
    created: tx.now,
    currency: wanted.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    default_payment_method: wanted.paymentMethod ?? null,
    default_tax_rates: (wanted.taxRates ?? []).map((one) => tx.get('tax_rates', one, 'default_tax_rates')),
    description: wanted.description ?? null,
    discounts: wanted.discounts ?? [],
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    metadata: wanted.metadata ?? {},
    parent: wanted.subscription
      ? {
          type: 'subscription_details',
          quote_details: null,
          subscription_details: {
            metadata: wanted.subscription.metadata,
            subscription: wanted.subscription.id,
            ...(wanted.subscription.prorationDate === undefined
              ? {}
              : { subscription_proration_date: wanted.subscription.prorationDate }),
          },
        }
      : null,
    period_end: wanted.period.end,
    period_start: wanted.period.start,
  } satisfies Invoice;
  const hidden: Hidden = { fee: wanted.fee ?? null, failures: 0, taxRates: {} };
  lines.forEach((line, at) => {
    const own = wanted.lines[at]?.taxRates;
    if (own && hidden.taxRates) hidden.taxRates[line.id] = own;
  });
  tx.add('invoices', invoice, hidden);
  recount(tx, invoice);
  emit(tx, 'invoice.created', invoice);
  return invoice;
}

const blank = () =>
  ({
    account_country: 'US',
    account_name: 'Stand-in',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_source: null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }) satisfies Partial<Invoice>;
