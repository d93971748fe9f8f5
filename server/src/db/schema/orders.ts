import type { OrderId, PayerId, QuoteId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns, minorUnits } from './columns.ts';
import { payers } from './payments.ts';
import { quotes } from './quotes.ts';
import { workspaces } from './workspaces.ts';

/** What the provider is asked to sell, as the quote has it. */
export type Sale = {
  lines: { name: string; amount: number; priceId: string | null; quantity: number }[];
  taxRateId: string | null;
  promotionCodeId: string | null;
  /** Of the amount for the platform, where an agency sells. */
  fee?: number;
  /** Of a subscription. */
  planKey: string | null;
  /** Of a plan that is paid on a page of the provider's. */
  checkout?: CheckoutTerms | null;
  /** Of add-ons: how many of each there are to be, counted from when on (unix seconds). */
  change?: Change | null;
};

/** `expiresAt`: unix seconds; then nobody pays there any more. */
export type CheckoutTerms = { feePercent: number; successUrl: string; cancelUrl: string; expiresAt: number };

type Change = {
  subscriptionId: string;
  prorationAt: number;
  items: { key: string; itemId: string | null; priceId: string; quantity: number }[];
};

/**
 * One intent to pay, until it is known whether it was paid. open: nothing was asked for yet. sent: something was, and what became of it has to
 * be looked at. action: the card's holder is asked. void: declined, or given up. failed: nobody paid in time, or it could not be sold.
 */
export const orders = pgTable(
  'orders',
  {
    id: text('id').$type<OrderId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    quoteId: text('quote_id')
      .$type<QuoteId>()
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'top_up' | 'subscription' | 'addons' | 'client_credits' | 'client_plan'>().notNull(),
    state: text('state').$type<'open' | 'sent' | 'action' | 'paid' | 'void' | 'failed'>().notNull().default('open'),
    /** At the provider: the account, and the payer there. */
    account: text('account').notNull().default(''),
    customerId: text('customer_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amount: minorUnits('amount').notNull(),
    tax: minorUnits('tax').notNull(),
    /** Micro-credits that it pays for. */
    credits: bigint('credits', { mode: 'bigint' }).notNull(),
    sale: jsonb('sale').$type<Sale>().notNull(),
    /** The page on which it is paid, where it is paid on one. */
    checkout: jsonb('checkout').$type<{ id: string; url: string }>(),
    isHolderAway: boolean('is_holder_away').notNull().default(false),
    invoiceId: text('invoice_id'),
    subscriptionId: text('subscription_id'),
    /** Why it is to end without a payment, written down before the provider is told. */
    ending: text('ending').$type<'declined' | 'canceled' | 'expired' | 'other_total' | 'refused'>(),
    declineCode: text('decline_code'),
    /** Calls of which nobody knows what became: the third one takes another key. */
    failures: integer('failures').notNull().default(0),
    /** Null: it is over. */
    nextAt: instant('next_at').defaultNow(),
    createdAt: instant('created_at').notNull(),
    ...leaseColumns(),
  },
  (table) => [
    check('order_is_over', sql`(${table.nextAt} is null) = (${table.state} in ('paid', 'void', 'failed'))`),
    index().on(table.workspaceUid, table.id),
    index('orders_payer').on(table.payerId, table.createdAt),
    uniqueIndex('orders_quote').on(table.quoteId),
    uniqueIndex('orders_invoice').on(table.account, table.invoiceId),
    /** A second click, tab or process gets the same order. */
    uniqueIndex('orders_unfinished').on(table.payerId, table.purpose).where(sql`state in ('open', 'sent', 'action')`),
    index('orders_due').on(table.nextAt).where(sql`next_at is not null`),
  ],
);
