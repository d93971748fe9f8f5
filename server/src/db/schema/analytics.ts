import type { AgentId, ConversationId, MessageId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { conversations } from './conversations.ts';

const conversationId = () =>
  text('conversation_id')
    .$type<ConversationId>()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

/**
 * What counts of one conversation, in a narrow row that is read by the ten thousand. Kept by triggers on `conversations` and
 * `messages`, in the transaction of what happens; begins with the visitor's first message, so that a chat in which nobody
 * asked anything is none. Tests have none.
 */
export const conversationFacts = pgTable(
  'conversation_facts',
  {
    conversationId: conversationId().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    channel: text('channel').notNull().default('widget'),
    /** ISO 3166, empty where it is not known or not to be recorded. */
    country: text('country').notNull().default(''),
    /** The visitor's first message. */
    startedAt: instant('started_at').notNull(),
    visitorMessages: integer('visitor_messages').notNull().default(0),
    replies: integer('replies').notNull().default(0),
    unknownReplies: integer('unknown_replies').notNull().default(0),
    operatorMessages: integer('operator_messages').notNull().default(0),
    /** Until the first words of the first answer, be it the agent's or a person's. */
    firstResponseMs: integer('first_response_ms'),
    /** When a person was first asked for, and when one first took it over. */
    requestedAt: instant('requested_at'),
    claimedAt: instant('claimed_at'),
    isEnded: boolean('is_ended').notNull().default(false),
    rating: smallint('rating'),
    thumbsUp: integer('thumbs_up').notNull().default(0),
    thumbsDown: integer('thumbs_down').notNull().default(0),
    hasContact: boolean('has_contact').notNull().default(false),
  },
  (table) => [index().on(table.workspaceUid, table.startedAt), index().on(table.agentId, table.startedAt)],
);

/** What one reply answered: which question, whether it was known, and from which documents. Small talk is no question. */
export const replyFacts = pgTable(
  'reply_facts',
  {
    conversationId: conversationId(),
    replyId: text('reply_id').$type<MessageId>().notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    askedAt: instant('asked_at').notNull(),
    /** Of the question without case, marks and double spaces: the same question has the same key. The words stay in `messages`. */
    questionKey: bigint('question_key', { mode: 'bigint' }).notNull(),
    isUnknown: boolean('is_unknown').notNull(),
    documentIds: text('document_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.replyId] }),
    index().on(table.workspaceUid, table.askedAt),
    index().on(table.agentId, table.askedAt),
    index('reply_facts_question').on(table.workspaceUid, table.questionKey, table.askedAt),
    index('reply_facts_unknown').on(table.workspaceUid, table.askedAt).where(sql`is_unknown`),
  ],
);
