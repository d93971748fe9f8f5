import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from './app-route.tsx';

/** `/app/{region}/agents/{agentId}/{tab}`; the default tab is overview. */
const agentIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/$agentId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$region/agents/$agentId/$tab', params: { ...params, tab: 'overview' } });
  },
});

const agentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/$agentId/$tab',
  component: lazyRouteComponent(() => import('../../features/agents/agent-page.tsx'), 'AgentPage'),
});

export const agentRoutes = [agentIndexRoute, agentRoute] as const;
