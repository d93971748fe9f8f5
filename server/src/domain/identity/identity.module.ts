import { identitySchedules } from './identity.jobs.ts';
import { identityRoutes } from './identity.routes.ts';

export const identity = { routes: identityRoutes, schedules: identitySchedules };
