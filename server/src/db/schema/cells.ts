import type { WorkspaceUid } from '@antiphon/contract/ids';
import { index, integer, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * `here`: as if there were no row. `moving`: it is read and not written, until `movingUntil`. `arriving`: copied, not served yet. `away`: it is in
 * another database, and some of its rows are still here. `gone`: none is.
 */
export type HomeState = 'here' | 'moving' | 'arriving' | 'away' | 'gone';

/** Of workspaces that were moved between the databases of their region. One without a row was never moved: it is here. */
export const workspaceHome = pgTable('workspace_home', {
  workspaceUid: text('workspace_uid').$type<WorkspaceUid>().primaryKey(),
  /** Grows with each move: of two databases that both say `here`, the greater is right. */
  epoch: integer('epoch').notNull().default(0),
  state: text('state').$type<HomeState>().notNull().default('here'),
  /** The one move that may go on. */
  mover: text('mover'),
  /** A move that does not go on by then has ended: whoever comes next takes the workspace back. */
  movingUntil: instant('moving_until'),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

/**
 * Counts the moves out of and into this database. Until the first one nobody asks `workspace_home` at all: a look at a sequence costs a
 * microsecond, and sees what others did before they commit.
 */
export const workspaceMoves = pgSequence('workspace_moves');

/**
 * The three below are the directory of a region with several cells, and stand in its first cell alone. They name workspaces in a column that is no
 * `workspace_uid`: their rows are the region's, and neither move nor go with those of the workspace.
 */
export const cells = pgTable('cells', {
  name: text('name').primaryKey(),
  addedAt: instant('added_at').notNull().defaultNow(),
});

/** Where a workspace is; one without a row was never moved out of the first cell. */
export const workspaceCells = pgTable(
  'workspace_cells',
  {
    workspace: text('workspace').$type<WorkspaceUid>().primaryKey(),
    cell: text('cell')
      .notNull()
      .references(() => cells.name),
    /** Of `workspace_home`, as the move wrote it. */
    epoch: integer('epoch').notNull(),
  },
  (table) => [index().on(table.cell)],
);

/** Whose something is, as it was last found. SHA-256, hex: the directory tells nobody's keys and names. */
export const lookups = pgTable(
  'lookups',
  {
    kind: text('kind').notNull(),
    keyHash: text('key_hash').notNull(),
    workspace: text('workspace').$type<WorkspaceUid>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.keyHash] }), index().on(table.workspace)],
);
