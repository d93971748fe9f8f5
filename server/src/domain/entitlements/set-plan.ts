import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { noteWritten, type PlanChange, putLimits, putPlan } from './entitlements.queries.ts';
import { changesAt, limitsOf, termsOf } from './entitlements.rules.ts';

export type PlanDeps = {
  /** False in a region that takes no payments: there nothing that plans limit is limited. */
  sellsPlans: boolean;
};

/**
 * Changes what the limits follow from, where something is named, and writes the limits. Lower ones delete nothing: what is there
 * stays, and nothing is added.
 */
export async function setPlan(
  { sellsPlans }: PlanDeps,
  tx: Tx,
  scope: Scope,
  change: PlanChange,
  now = new Date(),
): Promise<void> {
  const plan = await putPlan(tx, scope, change);
  await putLimits(tx, scope, limitsOf(plan, { sellsPlans, now }));
  await noteWritten(tx, scope, { terms: termsOf(sellsPlans), changesAt: changesAt(plan, now) });
}
