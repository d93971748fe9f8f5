import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { getEntitlements } from './get-entitlements.ts';

const { entitlements } = memberProcedure;

export const entitlementsRoutes = (deps: { database: Database }) => ({
  get: entitlements.get.handler(({ context }) => getEntitlements(deps, context.scope)),
});
