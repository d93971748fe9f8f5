import { workspacesJobs, workspacesSchedules } from './workspaces.jobs.ts';
import { workspacesRoutes } from './workspaces.routes.ts';

export const workspaces = { routes: workspacesRoutes, jobs: workspacesJobs, schedules: workspacesSchedules };
