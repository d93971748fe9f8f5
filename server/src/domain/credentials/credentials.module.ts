import { credentialsRoutes } from './credentials.routes.ts';

export const credentials = { routes: credentialsRoutes };
