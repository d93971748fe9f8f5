import { paymentsRoutes } from './payments.routes.ts';

export const payments = { routes: paymentsRoutes };
