import type { PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, minorUnits } from './columns.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

/** A charge of which money went back or is disputed, as it was at the provider when it was looked at last, and what was taken back for it. */
export const reversals = pgTable(
  'reversals',
  {
    /** Where it is: `''` is the platform's account at the provider. */
    account: text('account').notNull(),
    /** The provider's. */
    chargeId: text('charge_id').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    invoiceId: text('invoice_id').notNull(),
    amount: minorUnits('amount').notNull(),
    /** Of the amount: refunded, or lost in a dispute. */
    reversed: minorUnits('reversed').notNull(),
    dispute: text('dispute').$type<'open' | 'won' | 'lost'>(),
    /** How many of its disputes were open or lost then; null: looked at before they were counted. */
    disputes: integer('disputes'),
    /** When an operator let its payer buy again after a dispute was lost. */
    unblockedAt: instant('unblocked_at'),
    /** Micro-credits. */
    creditsTaken: bigint('credits_taken', { mode: 'bigint' }).notNull().default(sql`0`),
    /** How often credits moved for it: the number of a move is part of its id. */
    moves: integer('moves').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.chargeId] }),
    check('reversed_of_amount', sql`${table.reversed} between 0 and ${table.amount}`),
    index().on(table.workspaceUid, table.invoiceId),
    index('reversals_payer').on(table.payerId),
  ],
);
