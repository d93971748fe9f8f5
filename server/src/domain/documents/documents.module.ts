import { documentsJobs, documentsSchedules } from './documents.jobs.ts';
import { documentsRoutes } from './documents.routes.ts';

export const documents = { routes: documentsRoutes, jobs: documentsJobs, schedules: documentsSchedules };
