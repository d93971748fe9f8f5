import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listAccountOwners } from './billing.system.queries.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';

const BATCH = 500;

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/** Looks over every workspace's ledger and throws with what does not add up: that is never mended by a program. */
export async function checkLedgers(deps: Deps): Promise<void> {
  const { database, systemScope } = deps;
  const found: string[] = [];
  let after = '';
  for (;;) {
    const owners = await database.transaction(systemScope, (tx) => listAccountOwners(tx, systemScope, after, BATCH));
    for (const uid of owners) {
      const scope = deps.makeScope(uid);
      const faults = await database.transaction(scope, (tx) => findLedgerFaults(tx, scope));
      found.push(...faults.map((fault) => `${uid}: ${fault}`));
    }
    after = owners.at(-1) ?? '';
    if (owners.length < BATCH) break;
  }
  if (found.length > 0) throw new Error(`The credit ledger does not add up. ${found.join('; ')}`);
}
