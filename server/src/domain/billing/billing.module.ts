import { billingSchedules } from './billing.jobs.ts';
import { billingRoutes } from './billing.routes.ts';

export const billing = { routes: billingRoutes, schedules: billingSchedules };
