import { functionsRoutes } from './functions.routes.ts';

export const functions = { routes: functionsRoutes };
