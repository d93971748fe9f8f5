import { payingMemberProcedure, takeRate } from '../../http/procedures.ts';
import type { OrderDeps } from '../orders/place-order.ts';
import { topUp } from './top-up.ts';

/** Each may charge a card. */
const TOP_UPS = { max: 120, windowSeconds: 3_600 };

export const rechargesRoutes = (deps: OrderDeps) => ({
  topUp: payingMemberProcedure.recharges.topUp.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `top_up:workspace:${context.scope.workspaceUid}`, ...TOP_UPS }]);
    const { amount, currency = null, quoteId = null } = input;
    return topUp(deps, context.member, { amount, currency, quoteId });
  }),
});
