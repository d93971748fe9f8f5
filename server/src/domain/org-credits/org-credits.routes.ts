import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { transferCredits } from './transfer-credits.ts';

const { orgCredits } = memberProcedure;

export const orgCreditsRoutes = (deps: { database: Database }) => ({
  transfer: orgCredits.transfer.handler(({ context, input }) => transferCredits(deps, context.member, input)),
});
