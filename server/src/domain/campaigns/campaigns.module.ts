import { campaignsRoutes } from './campaigns.routes.ts';

export const campaigns = { routes: campaignsRoutes };
