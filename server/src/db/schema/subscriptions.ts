import type { PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import type { PlanId } from '@antiphon/contract/quotes';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

/** What is paid for again and again, as it was at the provider when it was looked at last. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** The provider's. */
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    planId: text('plan_id').$type<PlanId>().notNull(),
    status: text('status').$type<'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled'>().notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    cancelsAt: instant('cancels_at'),
    pastDueSince: instant('past_due_since'),
    items: jsonb('items').$type<{ itemId: string; key: string; quantity: number; unitAmount?: number }[]>().notNull(),
    /** How many of each add-on are paid for until the period ends, where more than go on after it. */
    paidItems: jsonb('paid_items').$type<Record<string, number>>().notNull().default({}),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.id),
    index('subscriptions_payer').on(table.payerId),
    /** A payer has one plan that counts. */
    uniqueIndex('subscriptions_live').on(table.payerId).where(sql`status in ('active', 'past_due', 'unpaid')`),
  ],
);
