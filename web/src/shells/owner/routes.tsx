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

const agentSorts = ['created', 'changed', 'title'] as const;
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

const newAgentSources = ['website', 'files', 'text', 'empty'] as const;
interface NewAgentSearch {
  from?: (typeof newAgentSources)[number];
  /** The agent that was created and is being filled. */
  agent?: string;
}

const newAgentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/new',
  validateSearch: (search: Record<string, unknown>): NewAgentSearch => ({
    from: newAgentSources.find((source) => source === search.from),
    agent: optionalText(search.agent),
  }),
  component: lazyRouteComponent(() => import('../../features/agents/new-agent-page.tsx'), 'NewAgentPage'),
});

const credentialsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'credentials',
  validateSearch: (search: Record<string, unknown>): { drawer?: 'add'; test?: string } => ({
    drawer: search.drawer === 'add' ? 'add' : undefined,
    test: optionalText(search.test),
  }),
  component: lazyRouteComponent(() => import('../../features/credentials/credentials-page.tsx'), 'CredentialsPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'usage',
  validateSearch: (search: Record<string, unknown>): { agentId?: string } => ({
    agentId: optionalText(search.agentId),
  }),
  component: lazyRouteComponent(() => import('../../features/billing/usage-page.tsx'), 'UsagePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings',
  component: lazyRouteComponent(
    () => import('../../features/workspaces/workspace-settings-page.tsx'),
    'WorkspaceSettingsPage',
  ),
});

export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  signupRoute,
  appRoute.addChildren([
    regionIndexRoute,
    agentListRoute,
    newAgentRoute,
    ...agentRoutes,
    credentialsRoute,
    usageRoute,
    settingsRoute,
  ]),
]);
