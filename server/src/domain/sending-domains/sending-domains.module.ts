import { sendingDomainsRoutes } from './sending-domains.routes.ts';

export const sendingDomains = { routes: sendingDomainsRoutes };
