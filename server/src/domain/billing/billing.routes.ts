import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { getAccount } from './get-account.ts';
import { listUsage } from './list-usage.ts';
import { sumUsage } from './sum-usage.ts';

const { billing } = memberProcedure;

export const billingRoutes = (deps: { database: Database; operatorEmail: string }) => ({
  getAccount: billing.getAccount.handler(({ context }) => getAccount(deps, context.scope)),
  sumUsage: billing.sumUsage.handler(({ context, input }) => sumUsage(deps, context.scope, input)),
  listUsage: billing.listUsage.handler(({ context, input }) => listUsage(deps, context.scope, input)),
});
