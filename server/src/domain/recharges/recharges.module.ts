import { rechargesRoutes } from './recharges.routes.ts';

export const recharges = { routes: rechargesRoutes };
