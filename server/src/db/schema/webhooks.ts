import type { WebhookDeliveryId, WorkspaceUid } from '@antiphon/contract/ids';
import type {
  WebhookDeliveryState,
  WebhookDeliveryType,
  WebhookEventType,
  WebhookPauseReason,
} from '@antiphon/contract/webhooks';
import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant, leaseColumns } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** Where a workspace's events go: one endpoint a workspace. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  workspaceUid: text('workspace_uid')
    .$type<WorkspaceUid>()
    .primaryKey()
    .references(() => workspaces.uid, { onDelete: 'cascade' }),
  endpoint: text('endpoint').notNull(),
  subscribedEvents: jsonb('subscribed_events').$type<WebhookEventType[]>().notNull(),
  /** The signing secret, AES-256-GCM, bound to this workspace. */
  sealed: bytea('sealed').notNull(),
  secretLast4: text('secret_last4').notNull(),
  /** The secret before the last rotation, which signs as well until `previousUntil`. */
  previousSealed: bytea('previous_sealed'),
  previousUntil: instant('previous_until'),
  pausedAt: instant('paused_at'),
  pauseReason: text('pause_reason').$type<WebhookPauseReason>(),
  /** The first failed attempt since the last good one. */
  failingSince: instant('failing_since'),
  /** The UTC day of the last mail about failures. */
  mailedOn: date('mailed_on', { mode: 'string' }),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** One event on its way to one endpoint. `id` is the header `webhook-id`, the same at every attempt and replay. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').$type<WebhookDeliveryId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** The event in the outbox: handed on twice, it is sent once. */
    eventId: text('event_id').notNull(),
    type: text('type').$type<WebhookDeliveryType>().notNull(),
    /** Ids and what is nobody's: who it is about is read when it is sent. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<WebhookDeliveryState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Attempts since it was last made pending: what the backoff counts. */
    tries: integer('tries').notNull().default(0),
    lastStatus: integer('last_status'),
    nextAttemptAt: instant('next_attempt_at'),
    /** One worker sends a delivery at a time. A worker that dies leaves the lease, and it is sent again when that is over. */
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceUid, table.eventId),
    index().on(table.workspaceUid, table.createdAt, table.id),
    index().on(table.createdAt),
    index('webhook_deliveries_failed').on(table.workspaceUid, table.createdAt).where(sql`state = 'failed'`),
    index('webhook_deliveries_about').on(table.workspaceUid, sql`(payload ->> 'conversationId')`),
    index('webhook_deliveries_due').on(table.workspaceUid, table.nextAttemptAt).where(sql`state = 'pending'`),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: text('delivery_id')
      .$type<WebhookDeliveryId>()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    at: instant('at').notNull(),
    endpoint: text('endpoint').notNull(),
    status: integer('status'),
    ms: integer('ms').notNull(),
    answer: text('answer').notNull().default(''),
    error: text('error').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    index().on(table.workspaceUid, table.deliveryId, table.number),
  ],
);
