import type { Scope } from '../../db/scope.ts';
import type { RequestContext } from '../../http/context.ts';
import { memberProcedure, payingMemberProcedure, takeRate } from '../../http/procedures.ts';
import { type AddDeps, addAddons } from './add-addons.ts';
import { checkAddons } from './check-addons.ts';
import { type QuoteDeps, quoteAddons } from './quote-addons.ts';
import { removeAddons } from './remove-addons.ts';

/** Each asks the provider several times. */
const QUOTES = { max: 120, windowSeconds: 3_600 };
const CHANGES = { max: 60, windowSeconds: 3_600 };

const takeChange = (context: RequestContext, { workspaceUid }: Scope) =>
  takeRate(context, [{ key: `addons:workspace:${workspaceUid}`, ...CHANGES }]);

export const addonsRoutes = (deps: AddDeps & QuoteDeps) => ({
  check: payingMemberProcedure.addons.check.handler(({ context, input }) =>
    checkAddons(deps, context.scope, input.addonKeys),
  ),
  quote: memberProcedure.addons.quote.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `quote:workspace:${context.scope.workspaceUid}`, ...QUOTES }]);
    return quoteAddons(deps, context.member, input.addons);
  }),
  add: payingMemberProcedure.addons.add.handler(async ({ context, input }) => {
    await takeChange(context, context.scope);
    return addAddons(deps, context.member, { addons: input.addons, quoteId: input.quoteId ?? null });
  }),
  remove: payingMemberProcedure.addons.remove.handler(async ({ context, input }) => {
    await takeChange(context, context.scope);
    const { addonKeys, quantities } = input;
    return removeAddons(deps, context.member, { addonKeys, quantities: quantities ?? {} });
  }),
});
