import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './identity.ts';

/** A tenant. `uid` is what every tenant table carries and what row-level security compares. */
export const workspaces = pgTable('workspaces', {
  uid: text('uid').$type<WorkspaceUid>().primaryKey(),
  ownerUserId: text('owner_user_id')
    .$type<UserId>()
    .notNull()
    .references(() => users.id),
  workspaceName: text('workspace_name').notNull(),
  workspacePhotoURL: text('workspace_photo_url').notNull().default(''),
  /** SHA-256 of the bearer key; the key itself is shown once and kept nowhere. */
  secretHash: text('secret_hash').notNull().unique(),
  secretLast4: text('secret_last4').notNull(),
  hasEverPaid: boolean('has_ever_paid').notNull().default(false),
  joinedAt: instant('joined_at').notNull().defaultNow(),
});

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    userId: text('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    permissions: jsonb('permissions').$type<Permission[]>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceUid, table.userId] }), index().on(table.userId)],
);
