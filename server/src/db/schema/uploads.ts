import type { AgentId, ConversationId, FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What a file is for: a visitor's stands in a conversation, a document is what an agent knows, a recording is of a call. */
export type FilePurpose = 'visitor' | 'document' | 'recording' | 'other';

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
    /** Of a call: it goes with its conversation, and is served by its id to nobody. */
    isRecording: boolean('is_recording').notNull().default(false),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Of a visitor's file that no message names yet: since when it waits to be named. */
    unnamedSince: instant('unnamed_since'),
  },
  (table) => [
    index().on(table.workspaceUid, table.agentId),
    index().on(table.workspaceUid, table.id),
    index().on(table.conversationId),
    index().on(table.unnamedSince).where(isNotNull(table.unnamedSince)),
  ],
);

/** Bytes of a workspace's files, kept by triggers whoever adds or deletes them. */
export const fileTotals = pgTable(
  'file_totals',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    purpose: text('purpose').$type<FilePurpose>().notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceUid, table.purpose] })],
);
