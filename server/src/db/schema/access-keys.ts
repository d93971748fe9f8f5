import type { AccessScope } from '@antiphon/contract/access-keys';
import type { AccessKeyId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaceMembers } from './workspaces.ts';

/** Keys by which programs act for members. One goes with the membership of whoever made it. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: text('id').$type<AccessKeyId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    name: text('name').notNull(),
    /** Besides `read`. */
    scopes: text('scopes').$type<AccessScope>().array().notNull(),
    /** SHA-256 of the key; the key itself is shown once and kept nowhere. */
    secretHash: text('secret_hash').notNull().unique(),
    last4: text('last4').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index().on(table.workspaceUid, table.userId),
    foreignKey({
      columns: [table.workspaceUid, table.userId],
      foreignColumns: [workspaceMembers.workspaceUid, workspaceMembers.userId],
    }).onDelete('cascade'),
  ],
);
