import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findPlan } from './entitlements.queries.ts';
import { planInForce } from './entitlements.rules.ts';

/** What an agency may do under its own brand comes with the paid plan, or with the white-label trial. */
export async function hasWhiteLabel(tx: Tx, scope: Scope, now: Date): Promise<boolean> {
  const plan = await findPlan(tx, scope);
  return plan !== null && planInForce(plan, now) !== 'free';
}

/** It comes with the plan: a trial of it would be one of nothing. */
export const includesWhiteLabel = async (tx: Tx, scope: Scope): Promise<boolean> =>
  ((await findPlan(tx, scope))?.planKey ?? 'free') !== 'free';

/** Fails with `plan_needed`. */
export async function demandWhiteLabel(tx: Tx, scope: Scope, now: Date): Promise<void> {
  if (!(await hasWhiteLabel(tx, scope, now))) fail('plan_needed');
}
