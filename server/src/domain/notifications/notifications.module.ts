import { notificationsJobs, notificationsListeners, notificationsSchedules } from './notifications.jobs.ts';
import { notificationsRoutes } from './notifications.routes.ts';

export const notifications = {
  routes: notificationsRoutes,
  jobs: notificationsJobs,
  listeners: notificationsListeners,
  schedules: notificationsSchedules,
};
