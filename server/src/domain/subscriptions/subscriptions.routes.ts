import type { Scope } from '../../db/scope.ts';
import type { RequestContext } from '../../http/context.ts';
import { memberProcedure, originOf, payingMemberProcedure, takeRate } from '../../http/procedures.ts';
import { linkOrigin } from '../identity/link-origin.rules.ts';
import type { OrderDeps } from '../orders/place-order.ts';
import type { EndDeps } from '../payments/set-subscription-end.ts';
import { cancelPlan, reactivatePlan } from './end-plan.ts';
import { findPlanPage } from './find-plan-page.ts';
import { getPlan, getUserData } from './read-plan.ts';
import { confirmUpgrade, upgrade } from './upgrade.ts';

const UPGRADES = { max: 60, windowSeconds: 3_600 };
/** As where a code is asked about (`quotes.routes.ts`), and counted with it. */
const CODES = { max: 10, windowSeconds: 3_600 };

const takeUpgrade = (context: RequestContext, { workspaceUid }: Scope) =>
  takeRate(context, [{ key: `upgrade:workspace:${workspaceUid}`, ...UPGRADES }]);

export const subscriptionsRoutes = (deps: OrderDeps & EndDeps & { publicUrl: string | null; port: number }) => ({
  get: memberProcedure.subscriptions.get.handler(({ context }) => getPlan(deps, context.scope)),
  getUserData: payingMemberProcedure.subscriptions.getUserData.handler(({ context }) =>
    getUserData(deps, context.member, context.region),
  ),
  create: payingMemberProcedure.subscriptions.create.handler(async ({ context, input }) => {
    const { planId, addonsToShow, discountCode, quoteId = null } = input;
    await takeUpgrade(context, context.scope);
    if (discountCode && quoteId === null)
      await takeRate(context, [{ key: `code:workspace:${context.scope.workspaceUid}`, ...CODES }]);
    const asked = { planId, addons: addonsToShow ?? [], discountCode: discountCode || null, quoteId };
    return upgrade(deps, context.member, asked);
  }),
  getPage: payingMemberProcedure.subscriptions.getPage.handler(({ context: { member, headers } }) =>
    findPlanPage(deps, member, linkOrigin(deps, originOf(headers))),
  ),
  confirm: payingMemberProcedure.subscriptions.confirm.handler(({ context, input }) =>
    confirmUpgrade(deps, context.member, input.subscriptionId),
  ),
  cancel: payingMemberProcedure.subscriptions.cancel.handler(async ({ context, input }) => {
    await takeUpgrade(context, context.scope);
    return cancelPlan(deps, context.member, input.reason);
  }),
  reactivate: payingMemberProcedure.subscriptions.reactivate.handler(async ({ context }) => {
    await takeUpgrade(context, context.scope);
    return reactivatePlan(deps, context.member);
  }),
});
