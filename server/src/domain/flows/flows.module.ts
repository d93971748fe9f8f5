import { flowsRoutes } from './flows.routes.ts';

export const flows = { routes: flowsRoutes };
