import type { AgencyPlanId } from '@antiphon/contract/ids';
import { and, asc, count, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencyPlanPrices, agencyPlans, connectAccounts } from '../../db/schema/connect.ts';
import type { Scope } from '../../db/scope.ts';
import type { PayMerchant } from '../payments/connect.ports.ts';

export type AccountRow = typeof connectAccounts.$inferSelect;
export type PlanRow = typeof agencyPlans.$inferSelect;
export type PriceRow = typeof agencyPlanPrices.$inferSelect;

const mine = (scope: Scope) => eq(connectAccounts.workspaceUid, scope.workspaceUid);
const isPlanOf = (scope: Scope) => eq(agencyPlans.workspaceUid, scope.workspaceUid);
const isPriceOf = (scope: Scope) => eq(agencyPlanPrices.workspaceUid, scope.workspaceUid);

export async function findAccount(tx: Tx, scope: Scope): Promise<AccountRow | null> {
  const [row] = await tx.select().from(connectAccounts).where(mine(scope));
  return row ?? null;
}

/** Makes the row where there is none. Until the transaction ends nobody else changes it, or the plans. */
export async function lockAccount(tx: Tx, scope: Scope): Promise<AccountRow> {
  const [row] = await tx
    .insert(connectAccounts)
    .values({ workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({ target: connectAccounts.workspaceUid, set: { workspaceUid: scope.workspaceUid } })
    .returning();
  return row!;
}

export async function updateAccount(tx: Tx, scope: Scope, change: Partial<Omit<AccountRow, 'workspaceUid'>>) {
  await tx.update(connectAccounts).set(change).where(mine(scope));
}

/** The first answer to an attempt stays. */
export async function setAccountId(
  tx: Tx,
  scope: Scope,
  { attempt, accountId }: { attempt: number; accountId: string },
) {
  await tx
    .update(connectAccounts)
    .set({ accountId })
    .where(and(mine(scope), eq(connectAccounts.attempt, attempt), isNull(connectAccounts.accountId)));
}

/** Null: its owner has taken our access back. */
export async function setMerchant(tx: Tx, scope: Scope, found: PayMerchant | null, now: Date) {
  const known = found
    ? { email: found.email, takesCards: found.takesCards, paysOut: found.paysOut, disconnectedAt: null }
    : {
        takesCards: false,
        paysOut: false,
        disconnectedAt: sql`coalesce(${connectAccounts.disconnectedAt}, ${now.toISOString()}::timestamptz)`,
      };
  await tx.update(connectAccounts).set(known).where(mine(scope));
}

/** In their order; those that are sold no more are left out. */
export const listPlans = (tx: Tx, scope: Scope): Promise<PlanRow[]> =>
  tx
    .select()
    .from(agencyPlans)
    .where(and(isPlanOf(scope), isNull(agencyPlans.archivedAt)))
    .orderBy(asc(agencyPlans.place), asc(agencyPlans.id));

/** Those that are sold no more among them. */
export const countPlans = async (tx: Tx, scope: Scope): Promise<number> =>
  (await tx.select({ count: count() }).from(agencyPlans).where(isPlanOf(scope)))[0]?.count ?? 0;
export const countPrices = async (tx: Tx, scope: Scope): Promise<number> =>
  (await tx.select({ count: count() }).from(agencyPlanPrices).where(isPriceOf(scope)))[0]?.count ?? 0;

export async function putPlan(
  tx: Tx,
  scope: Scope,
  { id, ...plan }: Pick<PlanRow, 'id' | 'place' | 'name' | 'credits' | 'features' | 'isPopular'>,
) {
  await tx
    .insert(agencyPlans)
    .values({ id, ...plan, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: agencyPlans.id,
      set: { ...plan, revision: sql`${agencyPlans.revision} + 1` },
      setWhere: isPlanOf(scope),
    });
}

/** Those that are not named are sold no more. */
export async function archivePlansBut(tx: Tx, scope: Scope, ids: readonly AgencyPlanId[], now: Date) {
  await tx
    .update(agencyPlans)
    .set({ archivedAt: now, priceId: null, revision: sql`${agencyPlans.revision} + 1` })
    .where(and(isPlanOf(scope), isNull(agencyPlans.archivedAt), notInArray(agencyPlans.id, [...ids])));
}

/** Until they were brought to the provider anew. */
export async function takeOffSale(tx: Tx, scope: Scope) {
  await tx
    .update(agencyPlans)
    .set({ priceId: null, revision: sql`${agencyPlans.revision} + 1` })
    .where(and(isPlanOf(scope), isNull(agencyPlans.archivedAt)));
}

/** False where the plan was changed since. */
export async function putOnSale(tx: Tx, scope: Scope, plan: PlanRow, priceId: string): Promise<boolean> {
  const rows = await tx
    .update(agencyPlans)
    .set({ priceId })
    .where(
      and(
        isPlanOf(scope),
        eq(agencyPlans.id, plan.id),
        eq(agencyPlans.revision, plan.revision),
        isNull(agencyPlans.archivedAt),
      ),
    )
    .returning({ id: agencyPlans.id });
  return rows.length > 0;
}

export async function findPrice(
  tx: Tx,
  scope: Scope,
  { planId, account, credits, unitAmount }: Pick<PriceRow, 'planId' | 'account' | 'credits' | 'unitAmount'>,
): Promise<PriceRow | null> {
  const [row] = await tx
    .select()
    .from(agencyPlanPrices)
    .where(
      and(
        isPriceOf(scope),
        eq(agencyPlanPrices.planId, planId),
        eq(agencyPlanPrices.account, account),
        eq(agencyPlanPrices.credits, credits),
        eq(agencyPlanPrices.unitAmount, unitAmount),
      ),
    );
  return row ?? null;
}

export async function findPriceById(
  tx: Tx,
  scope: Scope,
  { account, priceId }: Pick<PriceRow, 'account' | 'priceId'>,
): Promise<PriceRow | null> {
  const [row] = await tx
    .select()
    .from(agencyPlanPrices)
    .where(and(isPriceOf(scope), eq(agencyPlanPrices.account, account), eq(agencyPlanPrices.priceId, priceId)));
  return row ?? null;
}

/** What it pays for never changes. One that was retired is sold again. */
export async function putPrice(
  tx: Tx,
  scope: Scope,
  price: Omit<PriceRow, 'workspaceUid' | 'retiredAt' | 'createdAt'>,
) {
  await tx
    .insert(agencyPlanPrices)
    .values({ ...price, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [agencyPlanPrices.account, agencyPlanPrices.priceId],
      set: { retiredAt: null },
      setWhere: isPriceOf(scope),
    });
}

const isSoldByNone = (scope: Scope) => sql`not exists (select from agency_plans
  where agency_plans.workspace_uid = ${scope.workspaceUid} and agency_plans.price_id = agency_plan_prices.price_id)`;

/** What the provider still sells at, and no plan does. */
export const listPricesToRetire = (tx: Tx, scope: Scope, account: string): Promise<PriceRow[]> =>
  tx
    .select()
    .from(agencyPlanPrices)
    .where(
      and(
        isPriceOf(scope),
        eq(agencyPlanPrices.account, account),
        isNull(agencyPlanPrices.retiredAt),
        isSoldByNone(scope),
      ),
    );

/** False where a plan is sold at it by now. */
export async function markRetired(tx: Tx, scope: Scope, { account, priceId }: PriceRow, now: Date): Promise<boolean> {
  const rows = await tx
    .update(agencyPlanPrices)
    .set({ retiredAt: now })
    .where(
      and(
        isPriceOf(scope),
        eq(agencyPlanPrices.account, account),
        eq(agencyPlanPrices.priceId, priceId),
        isSoldByNone(scope),
      ),
    )
    .returning({ priceId: agencyPlanPrices.priceId });
  return rows.length > 0;
}

export const listOwnPriceIds = async (tx: Tx, scope: Scope, account: string): Promise<string[]> =>
  (
    await tx
      .select({ priceId: agencyPlanPrices.priceId })
      .from(agencyPlanPrices)
      .where(and(isPriceOf(scope), eq(agencyPlanPrices.account, account)))
  ).map(({ priceId }) => priceId);
