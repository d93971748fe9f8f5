import type { InvitationId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './identity.ts';

/** A tenant. `uid` is what every tenant table carries and what row-level security compares. */
export const workspaces = pgTable(
  'workspaces',
  {
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
    /** Of the payment provider; null without a paid plan. */
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** Sells agents under its own brand. No call has a field for it. */
    isAgency: boolean('is_agency').notNull().default(false),
    /** Nothing reads it any more: see `workspace_plans.custom`. A release later it goes. */
    workspaceSeats: integer('workspace_seats').notNull().default(0),
    /** Nobody reaches it any more; a job takes the rest of it away, and this row at last. */
    deletedAt: instant('deleted_at'),
    joinedAt: instant('joined_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.ownerUserId),
    index('workspaces_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

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

/** Open invitations: a row goes when somebody joins by it, or when it is taken back. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').$type<InvitationId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** Lower case. Only an account of this address can join. */
    email: text('email').notNull(),
    permissions: jsonb('permissions').$type<Permission[]>().notNull(),
    /** SHA-256 of the secret in the mail; sending it again makes a new one. */
    secretHash: text('secret_hash').notNull().unique(),
    invitedBy: text('invited_by').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex().on(table.workspaceUid, table.email)],
);
