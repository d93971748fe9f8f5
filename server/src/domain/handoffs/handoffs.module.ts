import { handoffsSchedules } from './handoffs.jobs.ts';
import { handoffsRoutes } from './handoffs.routes.ts';

export const handoffs = { routes: handoffsRoutes, schedules: handoffsSchedules };
