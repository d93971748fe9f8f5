import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { termsOf } from './entitlements.rules.ts';
import { listStale } from './entitlements.system.queries.ts';
import { type PlanDeps, setPlan } from './set-plan.ts';

type Deps = PlanDeps & { database: Database };

/** A run ends after this many; the next one is a few minutes away. */
const PER_RUN = 1_000;

/** Writes the limits of those whose trial has ended, and after a release of those whose plan allows something else by now. */
export async function refreshLimits(
  deps: Deps,
  systemScope: SystemScope,
  makeScope: (uid: string) => Scope,
  now: Date,
): Promise<void> {
  const terms = termsOf(deps.sellsPlans);
  const stale = await deps.database.transaction(systemScope, (tx) =>
    listStale(tx, systemScope, { terms, now }, PER_RUN),
  );
  await eachApart(stale, (uid) => {
    const scope = makeScope(uid);
    return deps.database.transaction(scope, (tx) => setPlan(deps, tx, scope, {}, now));
  });
}
