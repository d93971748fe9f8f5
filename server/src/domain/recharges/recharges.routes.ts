import { memberProcedure, namingMemberProcedure, payingMemberProcedure, takeRate } from '../../http/procedures.ts';
import type { OrderDeps } from '../orders/place-order.ts';
import { getRecharge } from './read-recharge.ts';
import { type RechargeDeps, setRecharge, tryAgain } from './set-recharge.ts';
import { topUp } from './top-up.ts';

/** Each may charge a card. */
const TOP_UPS = { max: 120, windowSeconds: 3_600 };
const TRIES = { max: 10, windowSeconds: 86_400 };

export const rechargesRoutes = (deps: OrderDeps & RechargeDeps) => ({
  topUp: payingMemberProcedure.recharges.topUp.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `top_up:workspace:${context.scope.workspaceUid}`, ...TOP_UPS }]);
    const { amount, currency = null, quoteId = null } = input;
    return topUp(deps, context.member, { amount, currency, quoteId });
  }),
  get: memberProcedure.recharges.get.handler(({ context }) => getRecharge(deps, context.member)),
  save: namingMemberProcedure.recharges.save.handler(({ context, input }) => {
    const { autoBilling: isEnabled, threshold, amount, monthlyChargeLimit: limit } = input;
    const monthlyLimit = limit === undefined ? undefined : limit === 0 ? null : limit;
    return setRecharge(deps, context.member, {
      isEnabled,
      ...(threshold === undefined ? {} : { threshold }),
      ...(amount === undefined ? {} : { amount }),
      ...(monthlyLimit === undefined ? {} : { monthlyLimit }),
    });
  }),
  tryAgain: memberProcedure.recharges.tryAgain.handler(async ({ context }) => {
    await takeRate(context, [{ key: `recharge:workspace:${context.scope.workspaceUid}`, ...TRIES }]);
    return tryAgain(deps, context.member);
  }),
});
