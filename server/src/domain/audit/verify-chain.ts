import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listEntriesAfter } from './audit.queries.ts';
import { type ChainFault, findChainFault } from './audit.rules.ts';
import { isWholeChain, listWholeChains } from './audit.system.queries.ts';

/** Rows read in one transaction: the embedded database has one connection, which nobody else has meanwhile. */
const READ_AT_ONCE = 500;

/**
 * Reads a workspace's audit log from its first entry and answers the first that was changed, added, moved, or whose
 * predecessor is gone; null where all follow from one another. It does not see that the newest entries were cut off, nor a
 * chain that was written anew from one place on to its end: against that stands that no role of the server may change a row.
 */
export async function verifyChain(deps: { database: Database }, scope: Scope): Promise<ChainFault | null> {
  let last = { position: 0, hash: '' };
  for (;;) {
    const entries = await deps.database.transaction(scope, (tx) =>
      listEntriesAfter(tx, scope, last.position, READ_AT_ONCE),
    );
    const fault = findChainFault(last.hash, entries);
    if (fault !== null || entries.length < READ_AT_ONCE) return fault;
    last = entries.at(-1) ?? last;
  }
}

type Deps = { database: Database; log: Logger };

/**
 * Every workspace of the region; each broken chain is an error in the server's log. Returns how many are broken. One that
 * could not be read keeps no other from being read, and is thrown at the end.
 */
export async function verifyChains(
  deps: Deps,
  systemScope: SystemScope,
  makeScope: (workspaceUid: string) => Scope,
): Promise<number> {
  const { database, log } = deps;
  let broken = 0;
  const chains = await database.transaction(systemScope, (tx) => listWholeChains(tx, systemScope));
  await eachApart(chains, async (workspaceUid) => {
    const fault = await verifyChain(deps, makeScope(workspaceUid));
    if (fault === null) return;
    // It may have been deleted between the list and the reading.
    if (!(await database.transaction(systemScope, (tx) => isWholeChain(tx, systemScope, workspaceUid)))) return;
    broken += 1;
    log.error(
      { event: 'audit_log_tampered', workspaceUid, ...fault },
      'the audit log of a workspace was tampered with',
    );
  });
  return broken;
}
