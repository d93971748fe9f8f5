import type { ClientPlan, OrgSubscription } from '@antiphon/contract/client-plans';
import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findSeller } from '../connect/find-seller.ts';
import { findLive, findPlanName, type OrgSubscriptionRow } from './org-subscriptions.queries.ts';

const seconds = (time: Date | null) => time && Math.floor(time.getTime() / 1_000);

export const toSubscription = ({ id, status, priceId }: OrgSubscriptionRow): OrgSubscription => ({
  ...{ id, priceId },
  status: status === 'past_due' || status === 'unpaid' ? status : 'active',
});

/** On the account on which its agency sells now; null where there is no plan. */
export async function findOrgSubscription(tx: Tx, scope: Scope, orgId: OrgId): Promise<OrgSubscriptionRow | null> {
  const { account } = await findSeller(tx, scope);
  return account === '' ? null : findLive(tx, scope, { orgId, account });
}

/** On this account, paid for or owed; null where there is none. */
export const findLiveOn = (
  tx: Tx,
  scope: Scope,
  on: Parameters<typeof findLive>[2],
): Promise<OrgSubscriptionRow | null> => findLive(tx, scope, on);

/** As screens show it: what was looked at last. */
export async function readPaidPlan(tx: Tx, scope: Scope, orgId: OrgId): Promise<Omit<ClientPlan, 'pastDue'> | null> {
  const row = await findOrgSubscription(tx, scope, orgId);
  if (!row) return null;
  const { credits, unitAmount, periodEnd, cancelsAt } = row;
  return {
    ...toSubscription(row),
    ...{ name: await findPlanName(tx, scope, row), credits, price: unitAmount / 100 },
    ...{ renewsAt: cancelsAt === null ? seconds(periodEnd) : null, cancelsAt: seconds(cancelsAt) },
  };
}
