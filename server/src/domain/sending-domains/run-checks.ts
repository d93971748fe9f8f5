import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { renewed } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import { type CheckDeps, checkDomain } from './check-domain.ts';
import { updateLeased } from './sending-domains.queries.ts';
import { claimDue, clearLeases } from './sending-domains.system.queries.ts';

const LEASE_MS = 60_000;

type Deps = CheckDeps & { log: Logger; makeScope: (uid: WorkspaceUid) => Scope };

/**
 * Looks at the domains whose check is due, one after the other and at most one a second, so that the provider is asked no more than
 * it allows however many there are.
 */
export function startCheckRunner(deps: Deps): Promise<LeasedRunner> {
  const { database, systemScope } = deps;
  return startLeasedRunner(deps, {
    noun: 'check of a sending domain',
    atOnce: 1,
    dueAs: 'sendingDomain',
    pollMs: 1_000,
    isPaced: true,
    leaseMs: LEASE_MS,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimDue(tx, systemScope, claim),
    renew({ id, workspaceUid, lease }) {
      const scope = deps.makeScope(workspaceUid);
      return database.transaction(scope, (tx) => updateLeased(tx, scope, { id, lease }, renewed(LEASE_MS)));
    },
    work: (row, signal) => checkDomain(deps, deps.makeScope(row.workspaceUid), row, row.lease, signal),
    about: ({ domain }) => ({ domain }),
  });
}
