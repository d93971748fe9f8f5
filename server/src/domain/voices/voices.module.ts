import { voicesRoutes } from './voices.routes.ts';

export const voices = { routes: voicesRoutes };
