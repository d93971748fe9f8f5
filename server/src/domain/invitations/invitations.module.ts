import { invitationsRoutes } from './invitations.routes.ts';

export const invitations = { routes: invitationsRoutes };
