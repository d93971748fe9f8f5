import { clientPlansRoutes } from './client-plans.routes.ts';

export const clientPlans = { routes: clientPlansRoutes };
