import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listAccountOwners } from './billing.system.queries.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';

const BATCH = 500;

export type CheckDeps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };
type Find = (tx: Tx, scope: Scope) => Promise<string[]>;

/** Looks over every workspace's ledger and throws with what does not add up: that is never mended by a program. */
export async function checkLedgers(deps: CheckDeps): Promise<void> {
  const found = await findInEach(deps, findLedgerFaults);
  if (found.length > 0) throw new Error(`The credit ledger does not add up. ${found.join('; ')}`);
}

/**
 * What `find` says of each workspace that has an account, with its uid before it. One that cannot be read is among it, and keeps no
 * other from being looked at.
 */
export async function findInEach(deps: CheckDeps, find: Find): Promise<string[]> {
  const found: string[] = [];
  for await (const uid of listOwners(deps)) {
    const faults = await findAtOnce(deps, uid, find).catch((error: Error) => [
      `it could not be read (${error.message})`,
    ]);
    found.push(...faults.map((fault) => `${uid}: ${fault}`));
  }
  return found;
}

async function findAtOnce({ database, makeScope }: CheckDeps, uid: WorkspaceUid, find: Find): Promise<string[]> {
  const scope = makeScope(uid);
  // All figures are of one moment, however many statements read them.
  return database.transaction(scope, (tx) => find(tx, scope), { isSnapshot: true });
}

async function* listOwners({ database, systemScope }: CheckDeps): AsyncGenerator<WorkspaceUid> {
  let after = '';
  for (;;) {
    const owners = await database.transaction(systemScope, (tx) => listAccountOwners(tx, systemScope, after, BATCH));
    yield* owners;
    if (owners.length < BATCH) return;
    after = owners.at(-1) ?? '';
  }
}
