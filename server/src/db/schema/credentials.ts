import type { CredentialProvider } from '@antiphon/contract/credentials';
import type { CredentialId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

export const credentials = pgTable(
  'credentials',
  {
    id: text('id').$type<CredentialId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    provider: text('provider').$type<CredentialProvider>().notNull(),
    label: text('label').notNull(),
    baseURL: text('base_url').notNull().default(''),
    /** AES-256-GCM, bound to this row's workspace and id: moved to another row it cannot be opened. */
    sealed: bytea('sealed').notNull(),
    last4: text('last4').notNull(),
    /** Who stored or last replaced the key; null for the workspace's own key, and for what was stored before this was kept. */
    addedByUserId: text('added_by_user_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index().on(table.workspaceUid)],
);
