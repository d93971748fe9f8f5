import { feedbackRoutes } from './feedback.routes.ts';

export const feedback = { routes: feedbackRoutes };
