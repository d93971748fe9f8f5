import { subscriptionsRoutes } from './subscriptions.routes.ts';

export const subscriptions = { routes: subscriptionsRoutes };
