import { agentsJobs, agentsListeners, agentsSchedules } from './agents.jobs.ts';
import { agentsRoutes } from './agents.routes.ts';

export const agents = {
  routes: agentsRoutes,
  jobs: agentsJobs,
  listeners: agentsListeners,
  schedules: agentsSchedules,
};
