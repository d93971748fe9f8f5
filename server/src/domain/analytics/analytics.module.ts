import { analyticsRoutes } from './analytics.routes.ts';

export const analytics = { routes: analyticsRoutes };
