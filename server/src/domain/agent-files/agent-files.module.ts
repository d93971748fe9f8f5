import { agentFilesRoutes } from './agent-files.routes.ts';

export const agentFiles = { routes: agentFilesRoutes };
