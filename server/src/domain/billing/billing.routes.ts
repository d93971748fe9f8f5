import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { readingMuch } from '../../http/tenant-limits.ts';
import { getAccount } from './get-account.ts';
import { exportUsage, listUsage } from './list-usage.ts';
import { sumUsage } from './sum-usage.ts';

const { billing } = memberProcedure;

export const billingRoutes = (deps: { database: Database; operatorEmail: string }) => ({
  getAccount: billing.getAccount.handler(({ context }) => getAccount(deps, context.scope)),
  sumUsage: billing.sumUsage.handler(({ context, input }) => sumUsage(deps, context.scope, input)),
  listUsage: billing.listUsage.handler(({ context, input }) => listUsage(deps, context.scope, input)),
  exportUsage: billing.exportUsage.handler(({ context, input }) =>
    readingMuch(context, async () => exportUsage({ database: deps.database.reader }, context.scope, input)),
  ),
});
