import { regionsRoutes } from './regions.routes.ts';

export const regions = { routes: regionsRoutes };
