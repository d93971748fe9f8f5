import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { claimTargets, clearLeases } from './blueprints.system.queries.ts';
import { type PushDeps, pushTarget } from './push-target.ts';
import { renewTarget } from './pushes.queries.ts';

/** Of this process, and of one workspace in all of them. */
const AT_ONCE = 4;
const PER_WORKSPACE = 2;
const LEASE_MS = 15_000;

export type PushRunnerDeps = PushDeps & {
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  leaseMs?: number;
};

/** Pushes what pushes have due. A process that only answers requests leaves it to the others, who find it by looking. */
export function startPushRunner(deps: PushRunnerDeps): Promise<LeasedRunner> {
  const { database, systemScope, leaseMs = LEASE_MS } = deps;
  return startLeasedRunner(deps, {
    noun: 'agent of a push',
    atOnce: AT_ONCE,
    dueAs: 'blueprintTarget',
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimTargets(tx, systemScope, { ...claim, perWorkspace: PER_WORKSPACE }),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => renewTarget(tx, scope, row, leaseMs));
    },
    work: (row) => pushTarget(deps, deps.makeScope(row.workspaceUid), row),
    about: ({ pushId, position }) => ({ pushId, position }),
  });
}
