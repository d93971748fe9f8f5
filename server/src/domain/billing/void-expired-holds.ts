import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { callSettle } from './billing.queries.ts';
import { listExpiredHolds } from './billing.system.queries.ts';

/** A run ends after this many; the next one is a minute away. */
const HOLDS_PER_RUN = 1_000;

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/**
 * Gives back what turns held that nobody ended in time: their process died and no other took them over. Each in its own
 * transaction, and one that fails keeps none of the others. A hold that was prolonged or ended meanwhile is left as it is, so
 * that running twice changes nothing.
 */
export async function voidExpiredHolds(deps: Deps, now: Date): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const expired = await database.transaction(systemScope, (tx) =>
    listExpiredHolds(tx, systemScope, now, HOLDS_PER_RUN),
  );
  await eachApart(expired, async ({ turnId, workspaceUid }) => {
    const scope = makeScope(workspaceUid);
    const nothing = { turnId, amount: 0n, featureKey: '', conversationId: null, expiredBy: now };
    await database.transaction(scope, (tx) => callSettle(tx, scope, nothing));
  });
}
