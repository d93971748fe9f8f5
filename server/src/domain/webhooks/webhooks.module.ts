import { webhooksJobs, webhooksListeners, webhooksSchedules } from './webhooks.jobs.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

export const webhooks = {
  routes: webhooksRoutes,
  jobs: webhooksJobs,
  listeners: webhooksListeners,
  schedules: webhooksSchedules,
};
