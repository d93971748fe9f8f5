import { type Entitlements, LIMIT_KEYS, type LimitKey } from '@antiphon/contract/entitlements';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findPlan, findUse, listUses } from './entitlements.queries.ts';
import { changesAt, planInForce } from './entitlements.rules.ts';

/** What nobody counted yet is used by nobody. */
export function getEntitlements({ database }: { database: Database }, scope: Scope): Promise<Entitlements> {
  return database.transaction(scope, async (tx) => {
    const plan = await findPlan(tx, scope);
    const uses = await listUses(tx, scope);
    const now = new Date();
    const trialEndsAt = plan && changesAt(plan, now);
    return {
      planKey: plan ? planInForce(plan, now) : 'free',
      trialEndsAt: trialEndsAt && Math.floor(trialEndsAt.getTime() / 1_000),
      limits: LIMIT_KEYS.map((key) => {
        const { overSince = null, ...use } = uses.find((one) => one.key === key) ?? { key, used: 0, max: null };
        return { ...use, overSince: overSince && Math.floor(overSince.getTime() / 1_000) };
      }),
    };
  });
}

/** What is used of one limit; null where nobody counted it. */
export const getUse = (tx: Tx, scope: Scope, key: LimitKey) => findUse(tx, scope, key);

/** Null: without limit. */
export const getMax = async (tx: Tx, scope: Scope, key: LimitKey): Promise<number | null> =>
  (await findUse(tx, scope, key))?.max ?? null;
