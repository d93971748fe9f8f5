import type { AgentId, ConversationId, FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A file that somebody sent. Its bytes lie in the file store under `storageKey`. */
export const files = pgTable(
  'files',
  {
    id: text('id').$type<FileId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>(),
    conversationId: text('conversation_id').$type<ConversationId>(),
    /** A picture of a workspace, a person or an agent: served to whoever knows its id. */
    isPhoto: boolean('is_photo').notNull().default(false),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.agentId), index().on(table.conversationId)],
);
