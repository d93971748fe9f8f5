import { suitesRoutes } from './suites.routes.ts';

export const suites = { routes: suitesRoutes };
