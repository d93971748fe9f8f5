import { LIMIT_KEYS, type LimitKey } from '@antiphon/contract/entitlements';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { limitUses, workspacePlans } from '../../db/schema/entitlements.ts';
import type { Scope } from '../../db/scope.ts';
import type { Limits, Plan } from './entitlements.rules.ts';

export type PlanRow = typeof workspacePlans.$inferSelect;
export type PlanChange = Partial<Plan>;

const mine = (scope: Scope) => eq(workspacePlans.workspaceUid, scope.workspaceUid);

export async function findPlan(tx: Tx, scope: Scope): Promise<PlanRow | null> {
  const [row] = await tx.select().from(workspacePlans).where(mine(scope));
  return row ?? null;
}

/** Changes what is named; whoever had no plan row has one then. Others who change it wait until the transaction ends. */
export async function putPlan(tx: Tx, scope: Scope, change: PlanChange): Promise<PlanRow> {
  const { workspaceUid } = scope;
  const [row] = await tx
    .insert(workspacePlans)
    .values({ ...change, workspaceUid })
    .onConflictDoUpdate({ target: workspacePlans.workspaceUid, set: { workspaceUid, ...change } })
    .returning();
  return row!;
}

export async function noteWritten(tx: Tx, scope: Scope, written: { terms: string; changesAt: Date | null }) {
  await tx.update(workspacePlans).set(written).where(mine(scope));
}

/** What is used stays as it is; what is over from now on has its time begin. */
export async function putLimits(tx: Tx, scope: Scope, limits: Limits) {
  const rows = LIMIT_KEYS.map((key) => ({ workspaceUid: scope.workspaceUid, key, max: limits[key] }));
  await tx
    .insert(limitUses)
    .values(rows)
    .onConflictDoUpdate({
      target: [limitUses.workspaceUid, limitUses.key],
      set: {
        max: sql`excluded.max`,
        overSince: sql`case when excluded.max is null or ${limitUses.used} <= excluded.max then null else coalesce(${limitUses.overSince}, now()) end`,
      },
    });
}

export async function findUse(tx: Tx, scope: Scope, key: LimitKey) {
  const [row] = await tx
    .select({ used: limitUses.used, max: limitUses.max, overSince: limitUses.overSince })
    .from(limitUses)
    .where(and(eq(limitUses.workspaceUid, scope.workspaceUid), eq(limitUses.key, key)));
  return row ?? null;
}

/** Until the transaction ends nobody uses more or less of it. */
export async function lockUse(tx: Tx, scope: Scope, key: LimitKey) {
  const [row] = await tx
    .select({ used: limitUses.used, max: limitUses.max })
    .from(limitUses)
    .where(and(eq(limitUses.workspaceUid, scope.workspaceUid), eq(limitUses.key, key)))
    .for('update');
  return row ?? null;
}

export const listUses = (tx: Tx, scope: Scope) =>
  tx
    .select({ key: limitUses.key, used: limitUses.used, max: limitUses.max, overSince: limitUses.overSince })
    .from(limitUses)
    .where(eq(limitUses.workspaceUid, scope.workspaceUid))
    .orderBy(asc(limitUses.key));

export async function ensureUse(tx: Tx, scope: Scope, key: LimitKey) {
  await tx.insert(limitUses).values({ workspaceUid: scope.workspaceUid, key }).onConflictDoNothing();
}

export async function setUsed(tx: Tx, scope: Scope, key: LimitKey, used: number) {
  await tx
    .update(limitUses)
    .set({ used })
    .where(and(eq(limitUses.workspaceUid, scope.workspaceUid), eq(limitUses.key, key)));
}
