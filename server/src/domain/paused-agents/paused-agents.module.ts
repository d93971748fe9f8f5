import { pausedAgentsSchedules } from './paused-agents.jobs.ts';
import { pausedAgentsRoutes } from './paused-agents.routes.ts';

export const pausedAgents = { routes: pausedAgentsRoutes, schedules: pausedAgentsSchedules };
