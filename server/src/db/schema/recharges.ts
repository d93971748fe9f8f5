import type { OrderId, PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, leaseColumns, minorUnits } from './columns.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

/** When credits are bought by themselves, and what became of the last try. */
export const rechargeSettings = pgTable(
  'recharge_settings',
  {
    payerId: text('payer_id')
      .$type<PayerId>()
      .primaryKey()
      .references(() => payers.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    isEnabled: boolean('is_enabled').notNull(),
    /** Credits: below that they are bought. */
    threshold: integer('threshold').notNull(),
    /** Before tax, in whole units of what the payer pays in. */
    amount: integer('amount').notNull(),
    /** With tax, in the same; null: none. */
    monthlyLimit: integer('monthly_limit'),
    failures: integer('failures').notNull().default(0),
    /** Not looked at before. */
    nextAt: instant('next_at'),
    lastAt: instant('last_at'),
    /** More than the threshold was there since the last one. */
    wasAbove: boolean('was_above').notNull().default(true),
    /** A client could not buy: once, whatever the threshold says. */
    isWanted: boolean('is_wanted').notNull().default(false),
    pausedReason: text('paused_reason').$type<'declined' | 'holder_needed' | 'card_refused'>(),
    /** Of the card that was tried last: another one ends a pause. */
    pausedFingerprint: text('paused_fingerprint'),
    /** The one that is on its way, and what of the month is reserved for it. */
    orderId: text('order_id').$type<OrderId>(),
    reserved: minorUnits('reserved').notNull().default(0),
    month: text('month'),
    ...leaseColumns(),
  },
  (table) => [
    check(
      'recharge_on_its_way',
      sql`(${table.orderId} is null) = (${table.month} is null) and (${table.orderId} is not null or ${table.reserved} = 0)`,
    ),
    index().on(table.workspaceUid),
    index('recharges_wanted').on(table.nextAt).where(sql`is_enabled and paused_reason is null and order_id is null`),
    index('recharges_on_their_way').on(table.orderId).where(sql`order_id is not null`),
    index('recharges_paused').on(table.payerId).where(sql`paused_reason is not null`),
  ],
);

/** What was taken by itself in a month (UTC), and what may be taken yet for what is on its way. */
export const rechargeMonths = pgTable(
  'recharge_months',
  {
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    month: text('month').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    reserved: minorUnits('reserved').notNull().default(0),
    charged: minorUnits('charged').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.payerId, table.month] }),
    check('recharge_month', sql`${table.reserved} >= 0 and ${table.charged} >= 0`),
    index().on(table.workspaceUid, table.payerId, table.month),
  ],
);
