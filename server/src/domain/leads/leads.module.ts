import { leadsSchedules } from './leads.jobs.ts';
import { leadsRoutes } from './leads.routes.ts';

export const leads = { routes: leadsRoutes, schedules: leadsSchedules };
