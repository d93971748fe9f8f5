import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { listUsage } from './list-usage.ts';

const { billing } = memberProcedure;

export const billingRoutes = (deps: { database: Database }) => ({
  listUsage: billing.listUsage.handler(({ context, input }) => listUsage(deps, context.scope, input)),
});
