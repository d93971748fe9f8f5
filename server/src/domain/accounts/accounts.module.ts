import { accountsRoutes } from './accounts.routes.ts';

export const accounts = { routes: accountsRoutes };
