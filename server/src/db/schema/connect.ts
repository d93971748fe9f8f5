import type { AgencyPlanId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The account of an agency at the payment provider, on which its clients pay, as it was there last; and what it adds to a credit. */
export const connectAccounts = pgTable('connect_accounts', {
  workspaceUid: text('workspace_uid')
    .$type<WorkspaceUid>()
    .primaryKey()
    .references(() => workspaces.uid, { onDelete: 'cascade' }),
  /** Null until the provider has answered. */
  accountId: text('account_id').unique(),
  /** Under which it is made: another one once an account was given up. */
  attempt: integer('attempt').notNull().default(1),
  email: text('email').notNull().default(''),
  takesCards: boolean('takes_cards').notNull().default(false),
  paysOut: boolean('pays_out').notNull().default(false),
  /** Millionths of a dollar that a credit costs beside what it costs everybody. */
  extraMicroUsd: integer('extra_micro_usd').notNull().default(3_000),
  allowPlans: boolean('allow_plans').notNull().default(true),
  /** When somebody said what a credit costs; null: nobody has yet. */
  pricedAt: instant('priced_at'),
  /** When its owner took back that we may sell there. */
  disconnectedAt: instant('disconnected_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** What an agency sells to its clients every month; a few of an agency. */
export const agencyPlans = pgTable(
  'agency_plans',
  {
    /** Also of its product at the provider. */
    id: text('id').$type<AgencyPlanId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** From 0, in the order of the agency. */
    place: integer('place').notNull(),
    name: text('name').notNull(),
    credits: integer('credits').notNull(),
    features: jsonb('features').$type<string[]>().notNull(),
    isPopular: boolean('is_popular').notNull(),
    /** With every change: whoever brought an older state to the provider writes nothing. */
    revision: integer('revision').notNull().default(1),
    /** At which the provider sells it now; null: it is not on sale. */
    priceId: text('price_id'),
    /** Sold no more; who has it keeps it. */
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.place)],
);

/** Every price at which a plan was ever sold: who pays it gets these credits. A price is never changed. */
export const agencyPlanPrices = pgTable(
  'agency_plan_prices',
  {
    account: text('account').notNull(),
    priceId: text('price_id').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .$type<AgencyPlanId>()
      .notNull()
      .references(() => agencyPlans.id, { onDelete: 'cascade' }),
    credits: integer('credits').notNull(),
    /** Cents of a US dollar. */
    unitAmount: integer('unit_amount').notNull(),
    /** Since when the provider sells nothing at it any more. */
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.priceId] }),
    uniqueIndex('agency_plan_prices_same').on(table.planId, table.account, table.credits, table.unitAmount),
    index().on(table.workspaceUid, table.planId),
    check('price_is_paid', sql`${table.unitAmount} > 0 and ${table.credits} > 0`),
  ],
);
