import type { ExportState } from '@antiphon/contract/exports';
import type { ExportId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** An archive of all that a workspace holds, for the one person who asked for it. */
export const workspaceExports = pgTable(
  'workspace_exports',
  {
    id: text('id').$type<ExportId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** A user's id, or `key` for the workspace's key: nobody else may open it. */
    requestedBy: text('requested_by').notNull(),
    state: text('state').$type<ExportState>().notNull(),
    /** Records and files: how many there were when it began, and how many are written. */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** Of the archive, once it is whole. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** In hex. */
    sha256: text('sha256').notNull().default(''),
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
    readyAt: instant('ready_at'),
    /** It goes then, in whatever state it is. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index().on(table.workspaceUid, table.createdAt),
    index().on(table.expiresAt),
    index('workspace_exports_owed').on(table.createdAt).where(sql`state in ('queued', 'making')`),
    // Whoever asks again while one is made gets that one.
    uniqueIndex('workspace_exports_one')
      .on(table.workspaceUid, table.requestedBy)
      .where(sql`state in ('queued', 'making')`),
  ],
);

/** The bytes of an archive lie in the file store in pieces. Those of another attempt than the one that ended are of no use. */
export const workspaceExportParts = pgTable(
  'workspace_export_parts',
  {
    exportId: text('export_id')
      .$type<ExportId>()
      .notNull()
      .references(() => workspaceExports.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    number: integer('number').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    storageKey: text('storage_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.exportId, table.attempt, table.number] }),
    index('workspace_export_parts_of').on(table.workspaceUid, table.exportId, table.attempt, table.number),
  ],
);
