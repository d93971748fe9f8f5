import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { conversations } from './conversations.ts';

/** Where conversations are on the canvas of their agent. Beside `conversations`, whose rows are written with every message. */
export const conversationFlows = pgTable(
  'conversation_flows',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    state: jsonb('state').$type<object>().notNull(),
    /** Of the agent, which is kept for it while something is open; else null. */
    version: integer('version'),
    /** When it is looked at again without the visitor: a wait is over, a call has ended, a person has left. */
    dueAt: instant('due_at'),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.conversationId),
    index('conversation_flows_kept')
      .on(table.workspaceUid, table.agentId, table.version)
      .where(sql`version is not null`),
    index('conversation_flows_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
);
