import { ordersRoutes } from './orders.routes.ts';

export const orders = { routes: ordersRoutes };
