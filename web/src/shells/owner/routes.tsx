import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { agentRoutes } from './agent-routes.tsx';
import { appRoute, optionalText, rootRoute } from './app-route.tsx';

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/$region/agents', params: { region: 'na' } });
  },
});

const entrySearch = (search: Record<string, unknown>): { redirect?: string; region?: string } => ({
  redirect: optionalText(search.redirect),
  region: optionalText(search.region),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: entrySearch,
  component: lazyRouteComponent(() => import('../../features/identity/login-page.tsx'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: entrySearch,
  component: lazyRouteComponent(() => import('../../features/identity/signup-page.tsx'), 'SignupPage'),
});

const regionIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$region/agents', params });
  },
});

const agentSorts = ['changed', 'created', 'title'] as const;
interface AgentListSearch {
  search?: string;
  sort?: (typeof agentSorts)[number];
}

const agentListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents',
  validateSearch: (search: Record<string, unknown>): AgentListSearch => ({
    search: optionalText(search.search),
    sort: agentSorts.find((sort) => sort === search.sort),
  }),
  component: lazyRouteComponent(() => import('../../features/agents/agent-list-page.tsx'), 'AgentListPage'),
});

export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  signupRoute,
  appRoute.addChildren([regionIndexRoute, agentListRoute, ...agentRoutes]),
]);
