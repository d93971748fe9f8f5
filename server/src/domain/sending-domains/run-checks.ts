import { randomUUID } from 'node:crypto';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { keepLease, LeaseLost, renewed } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { type CheckDeps, checkDomain } from './check-domain.ts';
import { updateLeased } from './sending-domains.queries.ts';
import { claimDue, clearLeases } from './sending-domains.system.queries.ts';

const POLL_MS = 2_000;
const LEASE_MS = 60_000;

export type CheckRunner = { stop(): Promise<void> };
type Deps = CheckDeps & { log: Logger; makeScope: (uid: WorkspaceUid) => Scope; paceMs?: number; pollMs?: number };

/**
 * Looks at the domains whose check is due, one after the other and at most one a second, so that the provider is asked no more than
 * it allows however many there are. Any number of processes may run one on the same database: each domain is leased by one of them.
 */
export async function startCheckRunner(deps: Deps): Promise<CheckRunner> {
  const { database, systemScope, log, paceMs = 1_000, pollMs = POLL_MS } = deps;
  const owner = randomUUID();
  const stopping = new AbortController();
  if (database.kind === 'embedded') await database.transaction(systemScope, (tx) => clearLeases(tx, systemScope));

  const checkNext = async (): Promise<boolean> => {
    const row = await database.transaction(systemScope, (tx) =>
      claimDue(tx, systemScope, { owner, leaseMs: LEASE_MS }),
    );
    if (!row) return false;
    const scope = deps.makeScope(row.workspaceUid);
    const lease = { owner, attempt: row.leaseAttempt };
    const kept = keepLease(LEASE_MS, () =>
      database.transaction(scope, (tx) => updateLeased(tx, scope, { id: row.id, lease }, renewed(LEASE_MS))),
    );
    try {
      await checkDomain(deps, scope, row, lease, AbortSignal.any([stopping.signal, kept.signal]));
    } catch (error) {
      // Its lease ends by itself, and it is looked at again.
      if (!stopping.signal.aborted && !(error instanceof LeaseLost))
        log.error({ err: error, domain: row.domain }, 'a sending domain could not be checked');
    } finally {
      kept.end();
    }
    return true;
  };

  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    const hasChecked = await checkNext().catch((error: unknown) => {
      log.error({ err: error }, 'sending domains could not be claimed; the next poll tries again');
      return false;
    });
    if (!stopping.signal.aborted) timer = setTimeout(begin, hasChecked ? paceMs : pollMs);
  };
  const begin = () => {
    running = run();
  };
  timer = setTimeout(begin, 0);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
