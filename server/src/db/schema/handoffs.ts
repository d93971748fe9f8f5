import type { Operator, OperatorStatus } from '@antiphon/contract/handoffs';
import type { CannedResponseId, ConversationId, NoteId, WorkspaceUid } from '@antiphon/contract/ids';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';
import { conversations } from './conversations.ts';
import { workspaces } from './workspaces.ts';

const workspaceUid = () =>
  text('workspace_uid')
    .$type<WorkspaceUid>()
    .notNull()
    .references(() => workspaces.uid, { onDelete: 'cascade' });

/** Between operators; never shown to the visitor. */
export const conversationNotes = pgTable(
  'conversation_notes',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    id: text('id').$type<NoteId>().notNull(),
    workspaceUid: workspaceUid(),
    author: jsonb('author').$type<Operator>().notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.id] }),
    index().on(table.workspaceUid, table.conversationId, table.id),
  ],
);

/** What a model told an operator of a conversation: of the words whose hash is `of`. `text` null: not written yet. */
export const conversationSummaries = pgTable(
  'conversation_summaries',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: workspaceUid(),
    of: text('of').notNull(),
    text: text('text'),
    ...leaseColumns(),
  },
  (table) => [index().on(table.workspaceUid, table.conversationId)],
);

/** `orgId` is empty for those of the workspace itself. */
export const cannedResponses = pgTable(
  'canned_responses',
  {
    id: text('id').$type<CannedResponseId>().primaryKey(),
    workspaceUid: workspaceUid(),
    orgId: text('org_id').notNull().default(''),
    shortcut: text('shortcut').notNull(),
    text: text('text').notNull(),
  },
  (table) => [uniqueIndex().on(table.workspaceUid, table.orgId, table.shortcut)],
);

/** An operator's chosen status, and when one of their dashboards was last seen open. */
export const operatorPresence = pgTable(
  'operator_presence',
  {
    workspaceUid: workspaceUid(),
    personId: text('person_id').notNull(),
    status: text('status').$type<OperatorStatus>().notNull().default('online'),
    seenAt: instant('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.personId] }),
    index().on(table.workspaceUid, table.seenAt),
  ],
);

/** Without a row a workspace has no predefined tags and allows any. */
export const inboxSettings = pgTable('inbox_settings', {
  workspaceUid: workspaceUid().primaryKey(),
  predefinedTags: jsonb('predefined_tags').$type<string[]>().notNull().default([]),
  onlyPredefinedTags: boolean('only_predefined_tags').notNull().default(false),
});
