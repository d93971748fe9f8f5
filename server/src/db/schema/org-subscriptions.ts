import type { AgencyPlanId, OrgId, PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { orgs } from './orgs.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

/** What an org pays its agency month by month, as it was at the provider when it was looked at last. */
export const orgSubscriptions = pgTable(
  'org_subscriptions',
  {
    /** The provider's. */
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    orgId: text('org_id')
      .$type<OrgId>()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    /** The agency's, where it is paid. */
    account: text('account').notNull(),
    planId: text('plan_id').$type<AgencyPlanId>().notNull(),
    priceId: text('price_id').notNull(),
    /** What a month of it gives, and costs in cents of a US dollar, as our own row of its price says. */
    credits: integer('credits').notNull(),
    unitAmount: integer('unit_amount').notNull(),
    status: text('status').$type<'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled'>().notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    cancelsAt: instant('cancels_at'),
    pastDueSince: instant('past_due_since'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.id),
    index('org_subscriptions_org').on(table.orgId),
    index('org_subscriptions_payer').on(table.payerId),
    /** An org has one plan that counts on an account. */
    uniqueIndex('org_subscriptions_live').on(table.payerId).where(sql`status in ('active', 'past_due', 'unpaid')`),
  ],
);
