import { connectRoutes } from './connect.routes.ts';

export const connect = { routes: connectRoutes };
