import { schedulesRoutes } from './schedules.routes.ts';

export const schedules = { routes: schedulesRoutes };
