import { renewed } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import { checkHost } from './check-host.ts';
import type { CheckDeps } from './custom-domains.ports.ts';
import { updateLeasedHost } from './custom-domains.queries.ts';
import { claimDue, clearLeases } from './custom-domains.system.queries.ts';
import { watchEdge } from './watch-edge.ts';

/** Of this process. A name server or a host that does not answer takes seconds, and holds up nobody else. */
const AT_ONCE = 20;
/** Renewed while a look goes on; whoever waits for a host does not wait longer for a process that died. */
const LEASE_MS = 15_000;

/** Looks at the hosts whose look is due. */
export function startHostCheckRunner(deps: CheckDeps): Promise<LeasedRunner> {
  const { database, systemScope } = deps;
  const isEdgeWorking = watchEdge(deps);
  return startLeasedRunner(deps, {
    noun: 'look at a host',
    atOnce: AT_ONCE,
    dueAs: 'host',
    leaseMs: LEASE_MS,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimDue(tx, systemScope, claim),
    renew({ host, workspaceUid, lease }) {
      const scope = deps.makeScope(workspaceUid);
      return database.transaction(scope, (tx) => updateLeasedHost(tx, scope, { host, lease }, renewed(LEASE_MS)));
    },
    work: (row, signal) =>
      checkHost({ ...deps, isEdgeWorking }, deps.makeScope(row.workspaceUid), row, row.lease, signal),
    about: ({ host }) => ({ host }),
  });
}
