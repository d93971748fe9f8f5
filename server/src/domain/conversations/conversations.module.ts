import { conversationsSchedules } from './conversations.jobs.ts';
import { conversationsRoutes } from './conversations.routes.ts';

export const conversations = { routes: conversationsRoutes, schedules: conversationsSchedules };
