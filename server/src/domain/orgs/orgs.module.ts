import { orgsRoutes } from './orgs.routes.ts';

export const orgs = { routes: orgsRoutes };
