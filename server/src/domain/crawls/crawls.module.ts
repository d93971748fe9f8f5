import { crawlsRoutes } from './crawls.routes.ts';

export const crawls = { routes: crawlsRoutes };
