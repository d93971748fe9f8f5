import type { PayerId, QuoteId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, minorUnits } from './columns.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

export type QuoteLine = {
  key: string;
  name: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  discount: number;
  tax: number;
  /** The provider's price of it; null where it is a sum alone. */
  priceId: string | null;
};

/** What was shown to whoever pays: nothing else is charged. */
export const quotes = pgTable(
  'quotes',
  {
    id: text('id').$type<QuoteId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'top_up' | 'subscription' | 'addons' | 'client_credits' | 'client_plan'>().notNull(),
    /** What was wanted, as it was asked for. */
    wanted: jsonb('wanted').$type<Record<string, unknown>>().notNull(),
    /** By which currency and tax were chosen; null where nobody knew. */
    country: text('country'),
    currency: text('currency').$type<Currency>().notNull(),
    lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
    subtotal: minorUnits('subtotal').notNull(),
    discount: minorUnits('discount').notNull(),
    discountName: text('discount_name'),
    promotionCodeId: text('promotion_code_id'),
    tax: minorUnits('tax').notNull(),
    taxRateId: text('tax_rate_id'),
    total: minorUnits('total').notNull(),
    recurringTotal: minorUnits('recurring_total').notNull(),
    /** Micro-credits that are given once it is paid. */
    credits: bigint('credits', { mode: 'bigint' }).notNull(),
    isOrdered: boolean('is_ordered').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check(
      'quote_total',
      sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.tax} and ${table.total} >= 0`,
    ),
    index().on(table.workspaceUid, table.id),
    index('quotes_payer').on(table.payerId),
    index('quotes_unordered').on(table.expiresAt).where(sql`not is_ordered`),
  ],
);
