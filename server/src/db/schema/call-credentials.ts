import type { CallCredentialKind } from '@antiphon/contract/call-credentials';
import type { CallCredentialId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** Secrets of other systems, for functions. Those of models are `credentials`: neither is ever opened for the other. */
export const callCredentials = pgTable(
  'call_credentials',
  {
    id: text('id').$type<CallCredentialId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    label: text('label').notNull(),
    kind: text('kind').$type<CallCredentialKind>().notNull(),
    headerName: text('header_name').notNull(),
    username: text('username').notNull(),
    origins: text('origins').array().notNull(),
    /** AES-256-GCM, bound to this row and to where it may be sent: changed there it cannot be opened. */
    sealed: bytea('sealed').notNull(),
    last4: text('last4').notNull(),
    /** Null for the workspace's own key. */
    addedByUserId: text('added_by_user_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index().on(table.workspaceUid, table.createdAt)],
);
