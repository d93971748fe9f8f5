import { callsRoutes } from './calls.routes.ts';

export const calls = { routes: callsRoutes };
