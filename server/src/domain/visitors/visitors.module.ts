import { visitorsRoutes } from './visitors.routes.ts';

export const visitors = { routes: visitorsRoutes };
