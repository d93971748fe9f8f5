import type { AgentId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant } from './columns.ts';

/**
 * What people decided of questions that were asked in vain. The questions themselves stand in `messages`; here is only `questionKey`
 * of them, so that no words stay of a conversation that is erased.
 */
export const questionMarks = pgTable(
  'question_marks',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    questionKey: text('question_key').notNull(),
    /** `done`: what was asked until `markedAt` is. `dismissed`: for good. `merged`: it counts as `intoKey`. */
    state: text('state').$type<'done' | 'dismissed' | 'merged'>().notNull(),
    intoKey: text('into_key').notNull().default(''),
    markedAt: instant('marked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.questionKey] }),
    index().on(table.workspaceUid, table.agentId, table.questionKey),
  ],
);
