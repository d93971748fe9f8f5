import { agenciesSchedules } from './agencies.jobs.ts';
import { agenciesRoutes } from './agencies.routes.ts';

export const agencies = { routes: agenciesRoutes, schedules: agenciesSchedules };
