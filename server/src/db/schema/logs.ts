import type { AgentId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** What a workspace's own integrations wrote down. Kept 30 days. */
export const logEntries = pgTable(
  'log_entries',
  {
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    agentId: text('agent_id').$type<AgentId>(),
    type: text('type').notNull(),
    channel: text('channel').notNull().default(''),
    content: text('content').notNull(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
    /** Who wrote it; null for the workspace's key. */
    authorUserId: text('author_user_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.createdAt, table.id), index().on(table.createdAt)],
);
