import { logsSchedules } from './logs.jobs.ts';
import { logsRoutes } from './logs.routes.ts';

export const logs = { routes: logsRoutes, schedules: logsSchedules };
