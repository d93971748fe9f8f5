import { agencyTabsRoutes } from './agency-tabs.routes.ts';

export const agencyTabs = { routes: agencyTabsRoutes };
