import { membersRoutes } from './members.routes.ts';

export const members = { routes: membersRoutes };
