import type { Scope } from '../../db/scope.ts';
import type { RequestContext } from '../../http/context.ts';
import { memberProcedure, payingMemberProcedure, takeRate } from '../../http/procedures.ts';
import { checkCode } from './find-code.ts';
import { createQuote, type QuoteDeps } from './make-quote.ts';

/** Whoever guesses at codes is not helped by us. */
const CODES = { max: 10, windowSeconds: 3_600 };
/** Each asks the provider several times. */
const QUOTES = { max: 120, windowSeconds: 3_600 };

const takeCode = (context: RequestContext, { workspaceUid }: Scope) =>
  takeRate(context, [{ key: `code:workspace:${workspaceUid}`, ...CODES }]);

export const quotesRoutes = (deps: QuoteDeps) => ({
  create: memberProcedure.quotes.create.handler(async ({ context, input }) => {
    const { scope } = context;
    await takeRate(context, [{ key: `quote:workspace:${scope.workspaceUid}`, ...QUOTES }]);
    if (input.wanted.purpose !== 'top_up' && input.wanted.discountCode) await takeCode(context, scope);
    return createQuote(deps, context.member, { wanted: input.wanted, country: input.country ?? null });
  }),
  checkCode: payingMemberProcedure.quotes.checkCode.handler(async ({ context, input }) => {
    await takeCode(context, context.scope);
    return checkCode(deps, context.member, input.discountCode);
  }),
});
