import { blueprintsRoutes } from './blueprints.routes.ts';

export const blueprints = { routes: blueprintsRoutes };
