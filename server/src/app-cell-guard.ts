import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from './db/database.ts';
import { Moved } from './db/moved.ts';
import type { Scope, SystemScope } from './db/scope.ts';
import type { CellDirectory } from './domain/cells/directory.ports.ts';

/** One request that a cell was given, until it is answered. */
export type Asked = {
  cell: string;
  /** For whom it is, as far as is known. */
  member: WorkspaceUid | null;
  /** Who was asked for here and is in another cell. */
  elsewhere: WorkspaceUid | null;
  /** A transaction of the workspace is done: nobody may do the request a second time elsewhere. */
  hasBegun: boolean;
  isOver: boolean;
};

export const asked = new AsyncLocalStorage<Asked>();

/** The request that goes on now. What it leaves behind, such as a runner that it woke, is no part of it. */
export function currentlyAsked(): Asked | undefined {
  const request = asked.getStore();
  return request?.isOver ? undefined : request;
}

/** Fails with `Moved` where a workspace that a request is about is in another cell than this: the one that it was given to, or whose database it reads. */
export async function demandCell(
  directory: CellDirectory,
  request: Asked,
  uid: WorkspaceUid,
  cell = request.cell,
): Promise<void> {
  if (directory.knownCell(uid) === cell || (await directory.findCell(uid)) === cell) return;
  if ((await directory.lookAgain(uid)) === cell) return;
  request.elsewhere = uid;
  throw new Moved('away');
}

/**
 * The database of a cell, which a request reaches with the workspaces of this cell alone: before the first statement, whoever chose the cell. Work that no
 * request asked for is found in its own cell, and passes.
 */
export function guardCell(database: Database, cell: string, directory: CellDirectory): Database {
  const watched = async <Result>(scope: Scope | SystemScope, work: () => Promise<Result>): Promise<Result> => {
    const request = currentlyAsked();
    if (!request) return work();
    const member = cell === request.cell ? request.member : null;
    const uid = 'workspaceUid' in scope ? scope.workspaceUid : member;
    if (uid) await demandCell(directory, request, uid, cell);
    try {
      const result = await work();
      if ('workspaceUid' in scope) request.hasBegun = true;
      return result;
    } catch (error) {
      if (uid && error instanceof Moved && error.home === 'away') {
        const now = await directory.lookAgain(uid).catch(() => cell);
        if (now !== cell) request.elsewhere = uid;
      }
      throw error;
    }
  };
  const guarded = (one: Database): Database => ({
    ...one,
    transaction: (scope, work, options) => watched(scope, () => one.transaction(scope, work, options)),
    call: (scope, name, args) => watched(scope, () => one.call(scope, name, args)),
    get background() {
      return background;
    },
    get reader() {
      return reader;
    },
  });
  const background = guarded(database.background);
  const reader = database.reader === database.background ? background : guarded(database.reader);
  return guarded(database);
}
