import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { renewLease } from './function-calls.queries.ts';
import { claimDue, clearLeases, deleteCountsBefore } from './function-calls.system.queries.ts';
import { type CallDeps, makeCall } from './make-call.ts';
import { LEASE_MS } from './place-call.ts';

/** Calls of this process at once. */
const AT_ONCE = 64;

type Deps = CallDeps & {
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  leaseMs?: number;
  atOnce?: number;
};

/** Sends what visitors confirmed, and ends what a dead worker began. Wherever visitors are answered: they wait for it. */
export function startCallRunner(deps: Deps): Promise<LeasedRunner> {
  const { database, systemScope, makeScope, leaseMs = LEASE_MS, atOnce = AT_ONCE } = deps;
  return startLeasedRunner(deps, {
    noun: 'call of a function',
    atOnce,
    dueAs: 'functionCall',
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimDue(tx, systemScope, claim),
    renew({ workspaceUid, ...held }) {
      const scope = makeScope(workspaceUid);
      return database.transaction(scope, (tx) => renewLease(tx, scope, held, leaseMs));
    },
    async work({ workspaceUid, ...held }, signal) {
      await makeCall(deps, makeScope(workspaceUid), held, signal);
    },
    about: ({ id }) => ({ callId: id }),
  });
}

/** Of minutes and days that are over. */
export async function purgeCounts(
  { database, systemScope: scope }: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  await inBatches({ database, scope }, (tx, most) => deleteCountsBefore(tx, scope, before, most));
}
