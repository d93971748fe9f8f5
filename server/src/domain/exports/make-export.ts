import { type ExportId, randomText, type UserId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { GIVEN_BACK, keepLease, type Lease, LeaseLost } from '../../db/lease.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteParts } from './delete-archives.ts';
import type { MakeArchiveWriter } from './exports.ports.ts';
import { claimExport, type ExportRow, findWorkspaceName, renewExport, updateClaimed } from './exports.queries.ts';
import { ATTEMPTS_MAX, LEASE_MS } from './exports.rules.ts';
import { findAsker } from './exports.system.queries.ts';
import { expiryFrom } from './request-export.ts';
import { storeArchive } from './store-archive.ts';
import { countAll, writeArchive } from './write-archive.ts';

export type ExportDeps = {
  database: Database;
  systemScope: SystemScope;
  fileStore: FileStore;
  makeArchiveWriter: MakeArchiveWriter;
  secretKey: string;
  publicUrl: string | null;
};

/**
 * Makes the archive, once: whoever takes the lease does, and a run that lost it to another stores nothing more. What a run that
 * died had stored is deleted by the next, which begins anew.
 */
export async function makeExport(deps: ExportDeps, scope: Scope, id: ExportId): Promise<void> {
  const owner = randomText(15);
  const row = await deps.database.transaction(scope, (tx) => claimExport(tx, scope, id, owner, LEASE_MS));
  if (!row) return;
  const lease = { owner, attempt: row.leaseAttempt };
  const write = (change: Partial<ExportRow>) =>
    deps.database.transaction(scope, (tx) => updateClaimed(tx, scope, id, lease, change));
  if (row.leaseAttempt > ATTEMPTS_MAX) {
    await giveUp(deps, scope, row, lease);
    return;
  }
  let done = 0;
  const kept = keepLease(LEASE_MS, () =>
    deps.database.transaction(scope, (tx) => renewExport(tx, scope, id, lease, LEASE_MS, done)),
  );
  const archive = deps.makeArchiveWriter();
  try {
    await deleteParts(deps, scope, id, lease.attempt);
    let toldAt = 0;
    await write({ total: await countAll(deps, scope) });
    const stored = storeArchive(deps, scope, id, lease, archive.chunks);
    const written = writeArchive(deps, scope, archive, {
      startedAt: new Date(),
      signal: kept.signal,
      async onProgress(count) {
        done = count;
        if (Date.now() - toldAt < PROGRESS_MS) return;
        toldAt = Date.now();
        await write({ done });
      },
    });
    const [{ bytes, sha256 }] = await Promise.all([stored, written.catch((error) => archive.fail(error))]);
    await written;
    await tellEnd(deps, scope, row, lease, { state: 'ready', bytes, sha256, readyAt: new Date(), total: done, done });
  } catch (error) {
    archive.fail(error as Error);
    // Whoever took it over makes it.
    if (kept.signal.aborted || error instanceof LeaseLost) return;
    const isOver = row.leaseAttempt >= ATTEMPTS_MAX;
    if (isOver) await giveUp(deps, scope, row, lease);
    else await write(GIVEN_BACK);
    throw error;
  } finally {
    kept.end();
  }
}

const PROGRESS_MS = 1_000;

async function giveUp(deps: ExportDeps, scope: Scope, row: ExportRow, lease: Lease) {
  await tellEnd(deps, scope, row, lease, { state: 'failed' });
  await deleteParts(deps, scope, row.id);
}

type End = { state: 'ready' | 'failed' } & Partial<ExportRow>;

/** The last write, and the mail to whoever asked in person: both or neither. */
async function tellEnd(deps: ExportDeps, scope: Scope, row: ExportRow, lease: Lease, end: End) {
  await deps.database.transaction(scope, async (tx) => {
    const change = { ...end, ...GIVEN_BACK, expiresAt: expiryFrom(new Date()) };
    if (!(await updateClaimed(tx, scope, row.id, lease, change))) return;
    const asker = await deps.database.within(tx, deps.systemScope, () =>
      findAsker(tx, scope.workspaceUid, row.requestedBy as UserId),
    );
    if (!asker) return;
    const url = deps.publicUrl ? `${deps.publicUrl}/app/${deps.database.region}/settings` : '';
    const workspaceName = await findWorkspaceName(tx, scope);
    const props = { workspaceName, isReady: end.state === 'ready', url, days: limits.exportKeptDays };
    await queueWhereAllowed(deps, tx, scope, {
      template: 'export_ended',
      to: asker.email,
      language: asker.language ?? 'en',
      props,
    });
  });
}
