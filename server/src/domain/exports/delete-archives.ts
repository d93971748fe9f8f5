import type { ExportId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandOwn } from './exports.policy.ts';
import { closeExports, deleteExport, deletePart, findExport, listPartsToDelete } from './exports.queries.ts';
import { listExpired } from './exports.system.queries.ts';

export type DeleteDeps = { database: Database; fileStore: FileStore };

/** Bytes before rows: whatever stops it, a later run finds what is left by the rows. `butAttempt`: whose pieces stay. */
export async function deleteParts(
  { database, fileStore }: DeleteDeps,
  scope: Scope,
  id: ExportId,
  butAttempt: number | null = null,
): Promise<void> {
  for (;;) {
    const parts = await database.transaction(scope, (tx) =>
      listPartsToDelete(tx, scope, id, { butAttempt, most: 100 }),
    );
    if (parts.length === 0) return;
    for (const part of parts) {
      await fileStore.delete(part.storageKey);
      await database.transaction(scope, (tx) => deletePart(tx, scope, part));
    }
  }
}

/** All of a workspace, or one: nobody goes on making it, and no piece of it is left. */
export async function deleteArchives(deps: DeleteDeps, scope: Scope, only?: ExportId): Promise<void> {
  const closed = await deps.database.transaction(scope, (tx) => closeExports(tx, scope, only));
  for (const { id } of closed) {
    await deleteParts(deps, scope, id);
    await deps.database.transaction(scope, (tx) => deleteExport(tx, scope, id));
  }
}

/** By whoever asked for it. */
export async function deleteOwnExport(deps: DeleteDeps, member: Member, id: ExportId): Promise<void> {
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    demandOwn(member, await findExport(tx, scope, id));
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'workspace.delete_export', target: id });
  });
  await deleteArchives(deps, scope, id);
}

/** Those whose time is over, in whatever state. One that cannot be deleted keeps none of the others. */
export async function purgeExports(
  deps: DeleteDeps & { systemScope: SystemScope },
  makeScope: (workspaceUid: string) => Scope,
): Promise<void> {
  const expired = await deps.database.transaction(deps.systemScope, (tx) => listExpired(tx, 1_000));
  await eachApart(expired, ({ id, workspaceUid }) => deleteArchives(deps, makeScope(workspaceUid), id));
}
