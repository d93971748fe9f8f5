import { webhooksListeners, webhooksSchedules } from './webhooks.jobs.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

export const webhooks = { routes: webhooksRoutes, listeners: webhooksListeners, schedules: webhooksSchedules };
