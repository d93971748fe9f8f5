import type { CallEndReason } from '@antiphon/contract/call-ends';
import type { CallChannel, CallConsent, CallMode, CallState } from '@antiphon/contract/calls';
import type { AgentId, CallId, ConversationId, PhoneNumberId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';
import { conversations } from './conversations.ts';

/** Calls by voice. Each is held within a conversation, whose messages are what was said. */
export const calls = pgTable(
  'calls',
  {
    id: text('id').$type<CallId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<CallChannel>().notNull(),
    mode: text('mode').$type<CallMode>().notNull(),
    /** The number that was called from; empty on the web. */
    caller: text('caller').notNull().default(''),
    /** The number of ours that it came to, which may have been given back since. */
    phoneNumberId: text('phone_number_id').$type<PhoneNumberId>(),
    /** Who was rung up for its caller last, and how often somebody was. */
    transferredTo: text('transferred_to').notNull().default(''),
    transfers: integer('transfers').notNull().default(0),
    /** What is said first, where the agent calls and somebody wrote what for; empty: what it greets with. */
    opening: text('opening').notNull().default(''),
    isTest: boolean('is_test').notNull().default(false),
    state: text('state').$type<CallState>().notNull().default('waiting'),
    /** SHA-256 of what opens the next connection, which is used up by it. */
    secretHash: text('secret_hash').notNull(),
    secretUntil: instant('secret_until').notNull(),
    /** Whoever holds the connection holds the call (`db/lease.ts`). While the lease lasts, the call takes a line. */
    ...leaseColumns(),
    /** The last sign of its connection: what is charged reaches no further. */
    aliveAt: instant('alive_at'),
    /** Charged when its connection began. */
    connectedSeconds: integer('connected_seconds').notNull().default(0),
    /** Which minute is held for it now, counted from 1; none before it began, and of a test. */
    slice: integer('slice').notNull().default(0),
    sliceFrom: instant('slice_from'),
    /** Charged by now. */
    seconds: integer('seconds').notNull().default(0),
    creditsMicro: bigint('credits_micro', { mode: 'number' }).notNull().default(0),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<CallEndReason>(),
    /** Of its caller, to be recorded, and when it came to be so. */
    consent: text('consent').$type<CallConsent>().notNull().default('none'),
    consentAt: instant('consent_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.createdAt, table.id),
    index().on(table.workspaceUid, table.agentId, table.createdAt, table.id),
    index().on(table.workspaceUid, table.conversationId, table.createdAt, table.id),
    index().on(table.conversationId),
    index('calls_lines').on(table.workspaceUid, table.leaseUntil).where(sql`state <> 'ended'`),
    index('calls_lapsed').on(table.leaseUntil).where(sql`state <> 'ended'`),
  ],
);
