import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelState, DeliveryProblem, DeliveryState } from '@antiphon/contract/channels';
import type {
  AgentId,
  ChannelConnectionId,
  ChannelThreadId,
  ConversationId,
  MessageId,
  WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { bytea, instant, leaseColumns } from './columns.ts';
import { conversations } from './conversations.ts';

/** A bot, page or number through which people reach an agent. */
export const channelConnections = pgTable(
  'channel_connections',
  {
    id: text('id').$type<ChannelConnectionId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<ChannelProvider>().notNull(),
    /** As the provider names it: the number of the bot, the page, the phone number. */
    externalId: text('external_id').notNull(),
    /** The account that it belongs to, where its provider has such; else empty. */
    accountId: text('account_id').notNull().default(''),
    name: text('name').notNull(),
    handle: text('handle').notNull(),
    /** Token and signing secret, AES-256-GCM, bound to this row. */
    sealed: bytea('sealed').notNull(),
    /** In the address that the provider calls. */
    hookKey: text('hook_key').notNull().unique(),
    state: text('state').$type<ChannelState>().notNull(),
    /** Tried without an account: nobody outside is called, and it stands in no figure. */
    isSimulated: boolean('is_simulated').notNull().default(false),
    problem: text('problem').notNull().default(''),
    /** Where nobody can call us, we ask: what comes after this. Null where the provider calls. */
    pollOffset: bigint('poll_offset', { mode: 'number' }),
    /** Where the provider keeps a connection to us open: its feed, gone on with after `poll_offset`. Null where it does not. */
    feed: jsonb('feed').$type<{ id: string; url: string }>(),
    /** Among many it answers whoever names it; null where the provider has no such places. */
    answersMentions: boolean('answers_mentions'),
    ...leaseColumns(),
    /** The provider asks to be left alone until then. */
    quietUntil: instant('quiet_until'),
    lastInAt: instant('last_in_at'),
    lastOutAt: instant('last_out_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceUid, table.provider, table.externalId),
    index().on(table.workspaceUid, table.agentId),
    index().on(table.agentId),
    index('channel_connections_polled').on(table.leaseUntil).where(sql`poll_offset is not null`),
    // Two that follow one bot would both answer.
    uniqueIndex('channel_connections_followed')
      .on(table.provider, table.externalId)
      .where(sql`feed is not null and state in ('waiting', 'connected', 'paused')`),
  ],
);

/** One person at a provider. One worker at a time takes what they write and sends what they are told, in order. */
export const channelThreads = pgTable(
  'channel_threads',
  {
    id: text('id').$type<ChannelThreadId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    connectionId: text('connection_id')
      .$type<ChannelConnectionId>()
      .notNull()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    /** Where to answer, as the provider writes it. */
    thread: text('thread').notNull(),
    /** They can be written to: false since they blocked us. */
    isReachable: boolean('is_reachable').notNull().default(true),
    /** When they wrote last, by the provider's clock: some let us answer for a day alone. */
    lastInAt: instant('last_in_at'),
    /** When something is to be done; null where nothing is. */
    dueAt: instant('due_at'),
    /** Grows with everything that makes it due, so that whoever works on it sees that more came meanwhile. */
    wakes: integer('wakes').notNull().default(0),
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.connectionId, table.thread),
    index().on(table.workspaceUid, table.id),
    index('channel_threads_due').on(table.workspaceUid, table.dueAt).where(sql`due_at is not null`),
  ],
);

/** What was said to and by a person at a provider; the newest is the one that goes on. */
export const channelConversations = pgTable(
  'channel_conversations',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    threadId: text('thread_id')
      .$type<ChannelThreadId>()
      .notNull()
      .references(() => channelThreads.id, { onDelete: 'cascade' }),
    /** The last message whose parts stand in `channel_sends`, by its position. */
    plannedPosition: integer('planned_position').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.threadId, table.createdAt), index().on(table.workspaceUid, table.conversationId)],
);

/** What a provider told, once however often it tells it. What was said goes when it was taken; the key stays for a month. */
export const channelInbox = pgTable(
  'channel_inbox',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    threadId: text('thread_id')
      .$type<ChannelThreadId>()
      .notNull()
      .references(() => channelThreads.id, { onDelete: 'cascade' }),
    eventKey: text('event_key').notNull(),
    /** A line of theirs, or what became of one of ours. */
    kind: text('kind').notNull().default('message'),
    /** By the provider's clock: the order in which it is taken. */
    at: instant('at').notNull(),
    /** Among those of one moment: the provider's number, where it has one. */
    place: bigint('place', { mode: 'number' }).notNull().default(0),
    /** Null once it was taken. */
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.threadId, table.eventKey),
    index('channel_inbox_waiting')
      .on(table.workspaceUid, table.threadId, table.at, table.place, table.id)
      .where(sql`payload is not null`),
    index().on(table.workspaceUid, table.threadId, table.createdAt),
    index().on(table.createdAt),
  ],
);

/** A part of a message on its way out. */
export const channelSends = pgTable(
  'channel_sends',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    messageId: text('message_id').$type<MessageId>().notNull(),
    part: integer('part').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    threadId: text('thread_id')
      .$type<ChannelThreadId>()
      .notNull()
      .references(() => channelThreads.id, { onDelete: 'cascade' }),
    /** The order of all parts of a thread. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** Of the agent: it is not sent any more once a person has taken over. */
    isOfAgent: boolean('is_of_agent').notNull(),
    /** As the provider takes it; null once it arrived. */
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    state: text('state').$type<DeliveryState>().notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    nextAt: instant('next_at'),
    /** When it last began to leave: some providers tell what was read by a time. */
    begunAt: instant('begun_at'),
    providerId: text('provider_id').notNull().default(''),
    problem: text('problem').$type<DeliveryProblem>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.messageId, table.part] }),
    index('channel_sends_waiting')
      .on(table.workspaceUid, table.threadId, table.seq)
      .where(sql`state in ('queued', 'sending', 'unsure')`),
    index('channel_sends_told').on(table.workspaceUid, table.threadId, table.providerId).where(sql`provider_id <> ''`),
    index().on(table.threadId),
    uniqueIndex().on(table.workspaceUid, table.seq),
  ],
);
