import { agenciesRoutes } from './agencies.routes.ts';

export const agencies = { routes: agenciesRoutes };
