import { rechargesListeners } from './recharges.jobs.ts';
import { rechargesRoutes } from './recharges.routes.ts';

export const recharges = { routes: rechargesRoutes, listeners: rechargesListeners };
