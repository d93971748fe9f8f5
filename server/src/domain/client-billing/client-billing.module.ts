import { clientBillingRoutes } from './client-billing.routes.ts';

export const clientBilling = { routes: clientBillingRoutes };
