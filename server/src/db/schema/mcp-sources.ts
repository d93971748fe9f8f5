import type { CallCredentialId, FunctionId, McpSourceId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { callCredentials } from './call-credentials.ts';
import { instant } from './columns.ts';
import { functions } from './functions.ts';
import { workspaces } from './workspaces.ts';

/** Servers of the Model Context Protocol whose tools may become functions. */
export const mcpSources = pgTable(
  'mcp_sources',
  {
    id: text('id').$type<McpSourceId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    credentialId: text('credential_id')
      .$type<CallCredentialId>()
      .references(() => callCredentials.id, { onDelete: 'set null' }),
    lookedAt: instant('looked_at').notNull(),
    /** When it is asked by itself. */
    nextLookAt: instant('next_look_at').notNull().default(sql`now() + interval '1 day'`),
    /** Why the tools could not be read since. */
    fault: text('fault'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.createdAt),
    index().on(table.credentialId),
    index().on(table.nextLookAt),
  ],
);

/** What each server says of its tools, and what was approved of it. Schemas are text: strangers put anything into them. */
export const mcpTools = pgTable(
  'mcp_tools',
  {
    sourceId: text('source_id')
      .$type<McpSourceId>()
      .notNull()
      .references(() => mcpSources.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    description: text('description').notNull(),
    inputSchema: text('input_schema').notNull(),
    outputSchema: text('output_schema').notNull(),
    readOnlyHint: boolean('read_only_hint').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Whether its server had it when it was asked last. */
    isThere: boolean('is_there').notNull().default(true),
    /** The function that it became; what was approved of it, while it is a function. */
    functionId: text('function_id')
      .$type<FunctionId>()
      .references(() => functions.id, { onDelete: 'set null' }),
    approvedFingerprint: text('approved_fingerprint'),
    approvedDescription: text('approved_description'),
    approvedSchema: text('approved_schema'),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.name] }),
    index().on(table.workspaceUid, table.sourceId, table.name),
    index().on(table.functionId),
  ],
);
