import { mcpSourcesRoutes } from './mcp-sources.routes.ts';

export const mcpSources = { routes: mcpSourcesRoutes };
