import { demoRoutes } from './demo.routes.ts';

export const demo = { routes: demoRoutes };
