import { uploadsSchedules } from './uploads.jobs.ts';
import { uploadsRoutes } from './uploads.routes.ts';

export const uploads = { routes: uploadsRoutes, schedules: uploadsSchedules };
