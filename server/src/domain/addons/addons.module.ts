import { addonsRoutes } from './addons.routes.ts';

export const addons = { routes: addonsRoutes };
