import { entitlementsSchedules } from './entitlements.jobs.ts';
import { entitlementsRoutes } from './entitlements.routes.ts';

export const entitlements = { routes: entitlementsRoutes, schedules: entitlementsSchedules };
