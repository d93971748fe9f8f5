import { mcpSourcesSchedules } from './mcp-sources.jobs.ts';
import { mcpSourcesRoutes } from './mcp-sources.routes.ts';

export const mcpSources = { routes: mcpSourcesRoutes, schedules: mcpSourcesSchedules };
