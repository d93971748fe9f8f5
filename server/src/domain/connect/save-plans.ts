import type { AgencyPlan, GivenPlan } from '@antiphon/contract/connect';
import { fail } from '@antiphon/contract/errors';
import { type AgencyPlanId, newAgencyPlanId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PLAN_FAULTS } from '@antiphon/contract/plan-faults';
import { recordAudit } from '../audit/record-audit.ts';
import { demandWhiteLabel } from '../entitlements/demand-white-label.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments } from '../payments/demand-payer.ts';
import {
  type AccountRow,
  archivePlansBut,
  findAccount,
  listOwnPriceIds,
  listPlans,
  lockAccount,
  putPlan,
  takeOffSale,
  updateAccount,
} from './connect.queries.ts';
import { creditsFor, findPlanFaults, presentPlan, toMicroUsd } from './connect.rules.ts';
import { demandPlanRoom } from './demand-plan-room.ts';
import type { ConnectDeps } from './open-account.ts';
import { sellPlans } from './sell-plans.ts';

/** What clients pay for: an account that takes cards and pays out, and a price that somebody has set. */
function demandReady(row: AccountRow): void {
  const isConnected = row.takesCards && row.paysOut && row.disconnectedAt === null;
  if (!isConnected || row.pricedAt === null) fail('conflict', { message: PLAN_FAULTS.tooEarly });
}

/** Saves what a credit costs. Plans that are sold already are sold at the new price from now on; who has one keeps the old. */
export async function saveBillingSettings(
  deps: ConnectDeps,
  member: Member,
  { USDPerToken, allowPlans }: { USDPerToken: number; allowPlans: boolean },
): Promise<void> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database, log, clock } = deps;
  const { scope } = member;
  const extraMicroUsd = toMicroUsd(USDPerToken);
  const isOtherPrice = await database.transaction(scope, async (tx) => {
    await demandWhiteLabel(tx, scope, clock());
    const before = await lockAccount(tx, scope);
    await updateAccount(tx, scope, { extraMicroUsd, allowPlans, pricedAt: clock() });
    const isOther = before.extraMicroUsd !== extraMicroUsd;
    // Nobody buys at the old price what is shown at the new one.
    if (isOther) await takeOffSale(tx, scope);
    if (isOther) await demandPlanRoom(tx, scope, { ...before, extraMicroUsd });
    const details = { extraMicroUsd, allowPlans };
    await recordAudit(tx, scope, {
      ...{ actor: actorOf(member), action: 'connect.save_settings', target: before.accountId ?? scope.workspaceUid },
      details,
    });
    return isOther;
  });
  if (isOtherPrice) await askProvider(log, sellPlans(deps, payments, scope));
}

/** All plans as they are from now on. They are kept whatever the provider answers; saved again, what is not on sale is tried again. */
export async function savePlans(deps: ConnectDeps, member: Member, plans: readonly GivenPlan[]): Promise<AgencyPlan[]> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database, log, clock } = deps;
  const { scope } = member;
  const extraMicroUsd = await database.transaction(scope, async (tx) => {
    await demandWhiteLabel(tx, scope, clock());
    const row = await lockAccount(tx, scope);
    demandReady(row);
    const known = (await listPlans(tx, scope)).map(({ id }) => id as string);
    const issues = findPlanFaults(plans, { known, extraMicroUsd: row.extraMicroUsd });
    if (issues.length > 0) fail('invalid_input', { issues });
    const kept = plans.map(({ productId }) => (productId || newAgencyPlanId()) as AgencyPlanId);
    for (const [place, { name, credits, features, isPopular }] of plans.entries())
      await putPlan(tx, scope, { id: kept[place]!, place, name, credits, features, isPopular });
    await archivePlansBut(tx, scope, kept, clock());
    await demandPlanRoom(tx, scope, row);
    const target = row.accountId ?? '';
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'connect.save_plans', target, details: { kept } });
    return row.extraMicroUsd;
  });
  await askProvider(log, sellPlans(deps, payments, scope));
  const saved = await database.transaction(scope, (tx) => listPlans(tx, scope));
  return saved.map((plan) => presentPlan(plan, extraMicroUsd));
}

/** Plans that could be sold, of what stands on the account beside ours: nothing is kept of them. */
export async function proposePlans(deps: ConnectDeps, member: Member): Promise<AgencyPlan[]> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { scope } = member;
  const { row, own } = await deps.database.transaction(scope, async (tx) => {
    const row = await findAccount(tx, scope);
    return { row, own: row?.accountId ? await listOwnPriceIds(tx, scope, row.accountId) : [] };
  });
  if (!row?.accountId) fail('conflict', { message: PLAN_FAULTS.tooEarly });
  demandReady(row);
  const found = await askProvider(deps.log, payments.listMonthlyPrices(row.accountId));
  return found
    .filter(({ id }) => !own.includes(id))
    .flatMap((price) => {
      const credits = creditsFor(price.unitAmount, row.extraMicroUsd);
      if (credits < limits.agencyPlanCreditsMin || credits > limits.agencyPlanCreditsMax) return [];
      const features = price.features
        .slice(0, limits.agencyPlanFeaturesMax)
        .map((feature) => feature.slice(0, limits.agencyPlanFeatureCharsMax));
      const name = price.productName.slice(0, limits.agencyPlanNameCharsMax);
      const plan = { id: '', priceId: null, name, credits, features, isPopular: false };
      return [presentPlan(plan, row.extraMicroUsd)];
    });
}
