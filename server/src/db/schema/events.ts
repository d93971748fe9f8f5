import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Events written in the transaction that caused them; the relay hands them to their jobs after the commit, and they go a day later. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    payload: jsonb('payload').notNull(),
    /** The conversation whose events are relayed in their order. */
    about: text('about').generatedAlwaysAs(sql`payload ->> 'conversationId'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    relayedAt: instant('relayed_at'),
  },
  (table) => [
    index('outbox_waiting').on(table.position).where(sql`relayed_at is null`),
    index('outbox_waiting_about').on(table.about, table.position).where(sql`relayed_at is null`),
    index().on(table.workspaceUid),
    index('outbox_relayed').on(table.relayedAt).where(sql`relayed_at is not null`),
  ],
);

/** What was answered to a request that carried an Idempotency-Key, kept a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    answer: jsonb('answer'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceUid, table.key] }), index().on(table.createdAt)],
);

/** Who did what to which thing. Each row carries the hash of the one before, so that tampering shows. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    details: jsonb('details').notNull(),
    hash: text('hash').notNull(),
    previousHash: text('previous_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.position)],
);

/** Fixed windows; a row that is over is deleted by a job. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] }), index().on(table.windowStart)],
);
