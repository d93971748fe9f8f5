import { clientSessionsSchedules } from './client-sessions.jobs.ts';
import { clientSessionsRoutes } from './client-sessions.routes.ts';

export const clientSessions = { routes: clientSessionsRoutes, schedules: clientSessionsSchedules };
