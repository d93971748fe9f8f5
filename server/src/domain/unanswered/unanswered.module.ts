import { unansweredRoutes } from './unanswered.routes.ts';

export const unanswered = { routes: unansweredRoutes };
