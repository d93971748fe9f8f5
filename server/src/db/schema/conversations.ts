import type { AgentEnvironment } from '@antiphon/contract/agents';
import type { FilledTemplate } from '@antiphon/contract/campaign-words';
import type { Trace } from '@antiphon/contract/conversations';
import type {
  Attachment,
  Choice,
  Citation,
  HandoffState,
  MessageState,
  OperatorFace,
  Thumb,
} from '@antiphon/contract/events';
import type { Operator } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId, MessageId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Variables, Visit } from '@antiphon/contract/visitors';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant, leaseColumns } from './columns.ts';

export const conversations = pgTable(
  'conversations',
  {
    id: text('id').$type<ConversationId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    /** SHA-256 of the visitor's bearer token. */
    visitorTokenHash: text('visitor_token_hash').notNull().unique(),
    variables: jsonb('variables').$type<Variables>().notNull(),
    /** From where it is held, where the agent records it. */
    visit: jsonb('visit').$type<Visit>(),
    lang: text('lang').notNull().default(''),
    /** As a trusted proxy named it at the start, where the agent records it (`enableGeoAnalytics`); else empty. */
    country: text('country').notNull().default(''),
    /** Started from the dashboard: answered by the working copy. */
    isTest: boolean('is_test').notNull().default(false),
    /** Held over a simulated channel: in no figure, and no limit. */
    isSimulated: boolean('is_simulated').notNull().default(false),
    /** Of the agent: whose version answers. */
    environment: text('environment').$type<AgentEnvironment>().notNull().default('live'),
    rating: integer('rating'),
    ratingComment: text('rating_comment').notNull().default(''),
    contactEmail: text('contact_email'),
    contactMessage: text('contact_message').notNull().default(''),
    contactName: text('contact_name').notNull().default(''),
    /** When the visitor left a message for a person; null again once somebody closed it. */
    contactLeftAt: instant('contact_left_at'),
    handoff: text('handoff').$type<HandoffState>().notNull().default('bot'),
    /** When it began to wait, or was taken over. */
    handoffSince: instant('handoff_since'),
    /** Who holds it. */
    operator: jsonb('operator').$type<Operator>(),
    /** The operator's last sign; silent for `giveBackMinutes`, they lose it. */
    operatorAt: instant('operator_at'),
    giveBackMinutes: integer('give_back_minutes').notNull().default(10),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    /** The last event id given out; ids only grow. */
    lastEventSeq: bigint('last_event_seq', { mode: 'number' }).notNull().default(0),
    /** One worker answers a conversation at a time (`db/lease.ts`). */
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastMessageAt: instant('last_message_at').notNull().defaultNow(),
    /** When its end was told. A message after it opens the conversation again. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index().on(table.agentId, table.lastMessageAt),
    index().on(table.workspaceUid, table.lastMessageAt, table.id),
    index().on(table.workspaceUid, table.id),
    // The words of `addCounts`, to the letter: with others it counts by reading the table.
    index('conversations_of_visitors')
      .on(table.workspaceUid, table.agentId, table.lastMessageAt)
      .where(sql`not is_test and not is_simulated`),
    index('conversations_inbox').on(table.workspaceUid, table.handoffSince).where(sql`handoff <> 'bot'`),
    index('conversations_open')
      .on(table.lastMessageAt)
      .where(sql`not is_test and (ended_at is null or ended_at < last_message_at)`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: text('id').$type<MessageId>().notNull(),
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    /** Order within the conversation. */
    position: integer('position').notNull(),
    role: text('role').$type<'visitor' | 'agent' | 'operator' | 'system'>().notNull(),
    state: text('state').$type<MessageState>().notNull(),
    text: text('text').notNull(),
    /** Of a visitor's message: the reply that answers it. Several messages of a burst share one. */
    replyId: text('reply_id').$type<MessageId>(),
    citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
    attachments: jsonb('attachments').$type<Attachment[]>().notNull().default([]),
    isUnknown: boolean('is_unknown').notNull().default(false),
    /** A person was asked for and none came: the visitor is offered to leave an address. */
    offersPerson: boolean('offers_person').notNull().default(false),
    /** Buttons below words of the agent. */
    choices: jsonb('choices').$type<Choice[]>(),
    /** Of a visitor's message: the button that was pressed for it. */
    choiceId: text('choice_id'),
    /** Of an operator's message: the approved text that it is, as its provider is told it. */
    template: jsonb('template').$type<FilledTemplate>(),
    /** Of an operator's message: who wrote it. */
    operator: jsonb('operator').$type<OperatorFace>(),
    /** Of an answer of the agent: what the visitor thinks of it, and since when. */
    thumb: jsonb('thumb').$type<Thumb & { at: string }>(),
    creditsMicro: bigint('credits_micro', { mode: 'number' }).notNull().default(0),
    /** Of a reply that is written: what its attempts have cost so far. */
    spentMicro: bigint('spent_micro', { mode: 'number' }).notNull().default(0),
    stopRequested: boolean('stop_requested').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    // Led by both, so that no plan made before there were statistics reads all messages of the workspace for those of one conversation.
    index().on(table.workspaceUid, table.conversationId, table.position),
    index().on(table.agentId, table.isUnknown, table.createdAt),
    index('messages_unknown').on(table.conversationId).where(sql`is_unknown`),
    index('messages_thumbs').on(table.workspaceUid, table.conversationId).where(sql`thumb is not null`),
    index().on(table.workspaceUid, table.createdAt),
    // What was said, by three letters in a row: `find_said` reads it. Short of the entries that wait in a list: whoever searches reads them all,
    // and whoever writes the one too many sorts them in.
    index('messages_said')
      .using('gin', table.workspaceUid, table.text.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 })
      .where(sql`text <> ''`),
    index('messages_owed_of_conversation').on(table.conversationId).where(sql`state in ('queued', 'streaming')`),
  ],
);

/** How a reply came about. Beside `messages`, for it is many times as long and read one at a time; kept 30 days. */
export const replyTraces = pgTable(
  'reply_traces',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    messageId: text('message_id').$type<MessageId>().notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    trace: jsonb('trace').$type<Trace>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.messageId] }),
    index().on(table.workspaceUid, table.conversationId, table.messageId),
    index().on(table.createdAt),
  ],
);

/** What was streamed, kept 10 minutes so that a cut stream resumes to the byte. */
export const conversationEvents = pgTable(
  'conversation_events',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    event: text('event').notNull(),
    data: jsonb('data').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.seq] }),
    index().on(table.createdAt),
    index().on(table.workspaceUid),
  ],
);

/** Loads and messages of an agent by UTC day. */
export const agentDailyCounts = pgTable(
  'agent_daily_counts',
  {
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    day: text('day').notNull(),
    loads: integer('loads').notNull().default(0),
    messages: integer('messages').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.day] }),
    index().on(table.workspaceUid, table.agentId, table.day),
  ],
);
