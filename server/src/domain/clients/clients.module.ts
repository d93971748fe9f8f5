import { clientsRoutes } from './clients.routes.ts';

export const clients = { routes: clientsRoutes };
