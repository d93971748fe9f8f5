import { exportsJobs, exportsSchedules } from './exports.jobs.ts';
import { exportsRoutes } from './exports.routes.ts';

export const exports = { routes: exportsRoutes, jobs: exportsJobs, schedules: exportsSchedules };
