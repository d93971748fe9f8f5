import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';

/** Of the region's first cell; no transaction, and no scope: a row tells where a workspace is, and nothing of it. */
export type DirectoryTables = Pick<Tx, 'select' | 'insert' | 'update' | 'delete'>;

/** What names no workspace by itself leads to one: an agent's id, a key, an address of hooks, a host. */
export type LookupKind = 'agent' | 'key' | 'hook' | 'host';

/** Conversations and files are only remembered: of them there are too many for a table. */
export type Leading = LookupKind | 'conversation' | 'file';

/** In which cell a workspace is, as it was last heard: the cell itself knows better. */
export type CellDirectory = {
  /** From memory alone. */
  knownCell(uid: WorkspaceUid): string | undefined;
  findCell(uid: WorkspaceUid): Promise<string>;
  /** Past what is remembered: where a cell says that it has moved. */
  lookAgain(uid: WorkspaceUid): Promise<string>;
  /** Null where nobody has found it yet. */
  findWhose(kind: Leading, key: string): Promise<WorkspaceUid | null>;
  /** Found in a cell. */
  remember(kind: Leading, key: string, uid: WorkspaceUid): void;
};
