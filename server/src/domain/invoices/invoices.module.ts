import { invoicesRoutes } from './invoices.routes.ts';

export const invoices = { routes: invoicesRoutes };
