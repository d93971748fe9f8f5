import { emailJobs, emailSchedules } from './email.jobs.ts';
import { emailRoutes } from './email.routes.ts';

export const email = { routes: emailRoutes, jobs: emailJobs, schedules: emailSchedules };
