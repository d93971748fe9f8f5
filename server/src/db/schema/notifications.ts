import type { AgentId, NotificationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { NotificationKind, NotificationLevel, NotifyIf, NotifyThrough } from '@antiphon/contract/notifications';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

const workspaceUid = () =>
  text('workspace_uid')
    .$type<WorkspaceUid>()
    .notNull()
    .references(() => workspaces.uid, { onDelete: 'cascade' });

/** Both levels (notifications-1 and notifications-2 of the specification) in one table. */
export const notifications = pgTable(
  'notifications',
  {
    id: text('id').$type<NotificationId>().primaryKey(),
    workspaceUid: workspaceUid(),
    notificationLevel: integer('notification_level').$type<NotificationLevel>().notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What title and body are made of, for other languages than theirs. */
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    urlPathname: text('url_pathname').notNull(),
    /** What it is about, where it is about one: whoever works with that agent alone is told of nothing else. */
    agentId: text('agent_id').$type<AgentId>(),
    /** Ids of users or clients; empty for everybody. */
    notifyOnly: jsonb('notify_only').$type<string[]>().notNull().default([]),
    /** What it is about: the same source raises one notification, however often it is handed on. */
    source: text('source').notNull(),
    ts: instant('ts').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceUid, table.source),
    index().on(table.workspaceUid, table.notificationLevel, table.ts),
    index().on(table.ts),
  ],
);

/** What one person did with a notification. `personId` is a user's or client's id, or `key` for the workspace's key. */
export const notificationMarks = pgTable(
  'notification_marks',
  {
    notificationId: text('notification_id')
      .$type<NotificationId>()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    personId: text('person_id').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    /** Read: gone for this person. */
    readAt: instant('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.personId] }),
    index('notification_marks_of_workspace').on(table.workspaceUid, table.notificationId, table.personId),
  ],
);

/** Without a row a person has the defaults: all, requestsOnly. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    workspaceUid: workspaceUid(),
    personId: text('person_id').notNull(),
    notifyThrough: text('notify_through').$type<NotifyThrough>().notNull(),
    notifyIf: text('notify_if').$type<NotifyIf>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceUid, table.personId] })],
);

/** A browser that takes push messages for a person. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    workspaceUid: workspaceUid(),
    personId: text('person_id').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceUid, table.personId, table.endpoint] })],
);

/** The region's VAPID keys: one row, made at the first need. Of no tenant. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  /** The private key, AES-256-GCM under SECRET_KEY. */
  sealed: bytea('sealed').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
