import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { keepLease, LeaseLost, renewed } from '../../db/lease.ts';
import { checkHost } from './check-host.ts';
import type { CheckDeps } from './custom-domains.ports.ts';
import { type HostRow, updateLeasedHost } from './custom-domains.queries.ts';
import { claimDue, clearLeases } from './custom-domains.system.queries.ts';

/** Of this process. A name server or a host that does not answer takes seconds, and holds up nobody else. */
const AT_ONCE = 20;
const POLL_MS = 2_000;
/** Renewed while a look goes on; whoever waits for a host does not wait longer for a process that died. */
const LEASE_MS = 15_000;

export type HostCheckRunner = { stop(): Promise<void> };
type Deps = CheckDeps & { log: Logger; pollMs?: number; leaseMs?: number };

/** Looks at the hosts whose look is due. Any number of processes may run one on the same database: each host is leased by one of them. */
export async function startHostCheckRunner(deps: Deps): Promise<HostCheckRunner> {
  const { database, systemScope, log, pollMs = POLL_MS, leaseMs = LEASE_MS } = deps;
  const owner = randomUUID();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  if (database.kind === 'embedded') await database.transaction(systemScope, (tx) => clearLeases(tx, systemScope));

  const check = async (row: HostRow) => {
    const scope = deps.makeScope(row.workspaceUid);
    const lease = { owner, attempt: row.leaseAttempt };
    const kept = keepLease(leaseMs, () =>
      database.transaction(scope, (tx) => updateLeasedHost(tx, scope, { host: row.host, lease }, renewed(leaseMs))),
    );
    try {
      await checkHost(deps, scope, row, lease, AbortSignal.any([stopping.signal, kept.signal]));
    } catch (error) {
      // Its lease ends by itself, and it is looked at again.
      if (!stopping.signal.aborted && !(error instanceof LeaseLost))
        log.error({ err: error, host: row.host }, 'a host could not be looked at');
    } finally {
      kept.end();
    }
  };
  const claim = async () => {
    const limit = AT_ONCE - running.size;
    if (limit <= 0) return;
    const rows = await database
      .transaction(systemScope, (tx) => claimDue(tx, systemScope, { owner, leaseMs, limit }))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'hosts could not be claimed; the next poll tries again');
        return [];
      });
    for (const row of rows) {
      const work = check(row).finally(() => running.delete(work));
      running.add(work);
    }
  };

  let timer: NodeJS.Timeout;
  let claiming: Promise<void> = Promise.resolve();
  const begin = () => {
    claiming = claim().finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(begin, pollMs);
    });
  };
  timer = setTimeout(begin, 0);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await claiming;
      await Promise.all(running);
    },
  };
}
