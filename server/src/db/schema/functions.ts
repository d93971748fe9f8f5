import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { FunctionId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** Calls of other systems that agents may make: the working copies. Some hundred of a workspace at most. */
export const functions = pgTable(
  'functions',
  {
    id: text('id').$type<FunctionId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    definition: jsonb('definition').$type<FunctionDefinition>().notNull(),
    /** One more with every saving. */
    edition: integer('edition').notNull().default(1),
    /** The newest of its revisions, and the edition that it is a copy of. */
    revision: integer('revision'),
    publishedEdition: integer('published_edition'),
    createdAt: instant('created_at').notNull().defaultNow(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex().on(table.workspaceUid, table.name)],
);

/** Never changed once they are made. */
export const functionRevisions = pgTable(
  'function_revisions',
  {
    functionId: text('function_id')
      .$type<FunctionId>()
      .notNull()
      .references(() => functions.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    definition: jsonb('definition').$type<FunctionDefinition>().notNull(),
    /** Null for the workspace's own key. */
    publishedByUserId: text('published_by_user_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.functionId, table.number] }),
    index().on(table.workspaceUid, table.functionId, table.number),
  ],
);
