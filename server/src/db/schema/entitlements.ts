import type { LimitKey, PlanKey } from '@antiphon/contract/entitlements';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** What the limits of a workspace follow from. */
export const workspacePlans = pgTable(
  'workspace_plans',
  {
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .primaryKey()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    planKey: text('plan_key').$type<PlanKey>().notNull().default('free'),
    /** Add-ons that are paid for, by their keys. */
    addons: jsonb('addons').$type<Record<string, number>>().notNull().default({}),
    /** `internal.customPlan.limits`: what somebody was given beyond their plan. */
    custom: jsonb('custom').$type<Partial<Record<LimitKey, number>>>().notNull().default({}),
    trialEndsAt: instant('trial_ends_at'),
    /** By which table of plans the limits were written; those of another are written again. */
    terms: text('terms').notNull().default(''),
    /** When they change by the clock alone; null: never. */
    changesAt: instant('changes_at'),
  },
  (table) => [index().on(table.terms), index().on(table.changesAt)],
);

/** What is used of each limit. Triggers count, whoever writes; `max` null: without limit. */
export const limitUses = pgTable(
  'limit_uses',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    key: text('key').$type<LimitKey>().notNull(),
    used: bigint('used', { mode: 'number' }).notNull().default(0),
    max: bigint('max', { mode: 'number' }),
    /** Since when more is used than the plan allows. */
    overSince: instant('over_since'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.key] }),
    check('limit_used', sql`${table.used} >= 0`),
    index('limit_uses_over').on(table.overSince).where(sql`over_since is not null`),
  ],
);
