import type { Action } from '@antiphon/contract/actions';
import type { CallFault, CallStatus, GivenValue, OutputValues } from '@antiphon/contract/function-calls';
import type {
  AgentId,
  ConversationId,
  FunctionCallId,
  FunctionId,
  MessageId,
  WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant, leaseColumns } from './columns.ts';
import { conversations } from './conversations.ts';

/** Calls of functions in conversations. The row is there before anything is sent. */
export const functionCalls = pgTable(
  'function_calls',
  {
    id: text('id').$type<FunctionCallId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** As they were then: the function may be gone. */
    functionId: text('function_id').$type<FunctionId>().notNull(),
    revision: integer('revision').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<'read' | 'effect'>().notNull(),
    /** The reply that asked for it; null where a visitor did, by the button. */
    replyId: text('reply_id').$type<MessageId>(),
    /** The reply in whose message the visitor confirmed or declined it; null where they did by the button. */
    decidedBy: text('decided_by').$type<MessageId>(),
    args: jsonb('args').$type<Record<string, GivenValue>>().notNull(),
    argsHash: text('args_hash').notNull(),
    /** The same call with the same arguments in the same conversation, for the first time, the second ... */
    round: integer('round').notNull().default(1),
    status: text('status').$type<CallStatus>().notNull(),
    fault: text('fault').$type<CallFault>(),
    outputs: jsonb('outputs').$type<OutputValues>(),
    /** Of an effect: what the visitor is shown. */
    shown: jsonb('shown').$type<Pick<Action, 'sentence' | 'arguments' | 'button' | 'decline'>>(),
    /** The message that says what came of it. */
    receiptId: text('receipt_id').$type<MessageId>(),
    /** When the same was done before, or may have been. */
    earlierAt: instant('earlier_at'),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    ms: integer('ms'),
    /** One worker makes a call at a time (`db/lease.ts`). */
    ...leaseColumns(),
  },
  (table) => [
    uniqueIndex('function_calls_once').on(table.conversationId, table.functionId, table.argsHash, table.round),
    index().on(table.workspaceUid, table.conversationId, table.createdAt),
    index('function_calls_due').on(table.changedAt).where(sql`status in ('confirmed', 'running')`),
  ],
);

/** How often an agent has called a function: in a conversation, a minute, a day. Written with the row of the call. */
export const functionCallCounts = pgTable(
  'function_call_counts',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    functionId: text('function_id').$type<FunctionId>().notNull(),
    slot: text('slot').notNull(),
    /** Where it counts the calls of one. */
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    used: integer('used').notNull(),
    most: integer('most').notNull(),
    /** Of a minute and of a day. */
    endsAt: instant('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.agentId, table.functionId, table.slot] }),
    index().on(table.conversationId),
    index().on(table.agentId),
    index().on(table.endsAt),
  ],
);
