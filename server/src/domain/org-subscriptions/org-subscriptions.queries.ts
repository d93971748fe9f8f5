import type { OrgId, PayerId } from '@antiphon/contract/ids';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencyPlans } from '../../db/schema/connect.ts';
import { orgSubscriptions } from '../../db/schema/org-subscriptions.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';

export type OrgSubscriptionRow = typeof orgSubscriptions.$inferSelect;

const isIn = (scope: Scope) => eq(orgSubscriptions.workspaceUid, scope.workspaceUid);
const isLive = inArray(orgSubscriptions.status, ['active', 'past_due', 'unpaid']);

/** Paid for or owed, on this account; null where the org has no plan there. */
export async function findLive(
  tx: Tx,
  scope: Scope,
  { orgId, account }: { orgId: OrgId; account: string },
): Promise<OrgSubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(orgSubscriptions)
    .where(and(isIn(scope), eq(orgSubscriptions.orgId, orgId), eq(orgSubscriptions.account, account), isLive))
    .orderBy(desc(orgSubscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

export async function findSubscription(tx: Tx, scope: Scope, id: string): Promise<OrgSubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(orgSubscriptions)
    .where(and(isIn(scope), eq(orgSubscriptions.id, id)));
  return row ?? null;
}

export async function putSubscription(
  tx: Tx,
  scope: Scope,
  { id, ...known }: Omit<OrgSubscriptionRow, 'workspaceUid' | 'createdAt'>,
) {
  await tx
    .insert(orgSubscriptions)
    .values({ id, ...known, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({ target: orgSubscriptions.id, set: known, setWhere: isIn(scope) });
}

/** Null: it is no org that pays. */
export async function findOrgOf(tx: Tx, scope: Scope, payerId: PayerId): Promise<OrgId | null> {
  const [row] = await tx
    .select({ orgId: payers.orgId })
    .from(payers)
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, payerId)));
  return row?.orgId ?? null;
}

/** As the agency calls it now, sold or not. */
export async function findPlanName(tx: Tx, scope: Scope, { planId }: Pick<OrgSubscriptionRow, 'planId'>) {
  const [row] = await tx
    .select({ name: agencyPlans.name })
    .from(agencyPlans)
    .where(and(eq(agencyPlans.workspaceUid, scope.workspaceUid), eq(agencyPlans.id, planId)));
  return row?.name ?? '';
}
