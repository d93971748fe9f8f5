import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listAccountOwners } from './billing.system.queries.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';

const BATCH = 500;

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/**
 * Looks over every workspace's ledger and throws with what does not add up: that is never mended by a program. One that
 * cannot be read is among what is thrown, and keeps no other from being looked at.
 */
export async function checkLedgers(deps: Deps): Promise<void> {
  const found: string[] = [];
  for await (const uid of listOwners(deps)) {
    const faults = await checkLedger(deps, uid).catch((error: Error) => [`it could not be read (${error.message})`]);
    found.push(...faults.map((fault) => `${uid}: ${fault}`));
  }
  if (found.length > 0) throw new Error(`The credit ledger does not add up. ${found.join('; ')}`);
}

async function checkLedger({ database, makeScope }: Deps, uid: WorkspaceUid): Promise<string[]> {
  const scope = makeScope(uid);
  return database.transaction(scope, async (tx) => {
    // All figures are of one moment, however many statements read them; the embedded database has one connection.
    if (database.kind === 'postgres') await tx.execute(sql`set transaction isolation level repeatable read`);
    return findLedgerFaults(tx, scope);
  });
}

async function* listOwners({ database, systemScope }: Deps): AsyncGenerator<WorkspaceUid> {
  let after = '';
  for (;;) {
    const owners = await database.transaction(systemScope, (tx) => listAccountOwners(tx, systemScope, after, BATCH));
    yield* owners;
    if (owners.length < BATCH) return;
    after = owners.at(-1) ?? '';
  }
}
