import type { EmailId, WorkspaceUid } from '@antiphon/contract/ids';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant, leaseColumns } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** Mails to be sent and those of the last 30 days. `workspaceUid` is null where the platform itself writes to a person. */
export const emails = pgTable(
  'emails',
  {
    id: text('id').$type<EmailId>().primaryKey(),
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    toAddress: text('to_address').notNull(),
    template: text('template').notNull(),
    /** What the template is filled with, sealed: it may hold a one-use link. Emptied as soon as the mail has left. */
    sealed: bytea('sealed'),
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'kept'>().notNull(),
    reason: text('reason').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    ...leaseColumns(),
    /** After it the mail is of no use (its link has ended) and is not sent any more. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index().on(table.state, table.nextAttemptAt),
    index().on(table.createdAt),
    index().on(table.workspaceUid, table.createdAt),
  ],
);

/** How many mails a recipient (by a hash of the address) or a workspace was sent in one window. Of no tenant. */
export const emailWindows = pgTable(
  'email_windows',
  {
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] }), index().on(table.windowStart)],
);
