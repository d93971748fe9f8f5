import type { ClientId, FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** What clients wrote to their agency; a mail carries each to its support address. */
export const feedback = pgTable(
  'feedback',
  {
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    clientId: text('client_id')
      .$type<ClientId>()
      .references(() => clients.id, { onDelete: 'set null' }),
    /** The address that answers reach, as it was then. */
    email: text('email').notNull(),
    message: text('message').notNull(),
    fileIds: jsonb('file_ids').$type<FileId[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.createdAt), index().on(table.clientId)],
);
