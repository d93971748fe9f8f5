import { suitesJobs } from './suites.jobs.ts';
import { suitesRoutes } from './suites.routes.ts';

export const suites = { routes: suitesRoutes, jobs: suitesJobs };
