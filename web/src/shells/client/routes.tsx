import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lazy-screen.ts';
import { isPreviewPage } from './brand.ts';
import { ClientRoot } from './client-root.tsx';
import { readSearch } from './client-search.ts';
import { demandClient, demandPage, demandTab, findPending, openFirst } from './guards.ts';

export interface ClientContext {
  queryClient: QueryClient;
}
export const rootRoute = createRootRouteWithContext<ClientContext>()({ component: ClientRoot });

/** The sign-in. Whoever is signed in already goes on to the dashboard. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: findPending,
  component: lazyScreen(() => import('./login-page.tsx'), 'LoginPage'),
});

/** Everything behind the sign-in. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/$region',
  beforeLoad: demandClient,
  component: lazyScreen(() => import('./client-shell.tsx'), 'ClientShell'),
});
const PageSlot = lazyScreen(() => import('./page-slot.tsx'), 'PageSlot');
const startRoutes = ['/', 'agents', 'agents/$agentId'].map((path) =>
  createRoute({ getParentRoute: () => appRoute, path, beforeLoad: openFirst, component: PageSlot }),
);
/**
 * What follows the page's name is the page's own. It is called `$tab` as on the owner's side, so that features find what they need
 * in the address of either shell.
 */
const pageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/$agentId/$tab',
  validateSearch: readSearch,
  beforeLoad: demandPage,
  component: PageSlot,
});
/** Below the page's route: features look for that one, and an end that is empty would match this one as well. */
const pageRest = createRoute({ getParentRoute: () => pageRoute, path: '$' });

/** A page of the agency's own, which is of no agent. */
const tabRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'c/$',
  beforeLoad: demandTab,
  component: lazyScreen(() => import('./custom-tab.tsx'), 'CustomTab'),
});

/** What the owner sees beside the settings. On an agency's host no such path is served. */
const previewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client-preview',
  component: lazyScreen(() => import('./preview-page.tsx'), 'PreviewPage'),
});

/** The same as a page of its own, on the platform's host, with the custom tabs as they were saved. */
const previewPages = ['/app/$region/c', '/app/$region/c/$'].map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyScreen(() => import('./preview-screen.tsx'), 'PreviewScreen'),
  }),
);

const ownPages = [
  loginRoute,
  appRoute.addChildren([...startRoutes, pageRoute.addChildren([pageRest]), tabRoute]),
  previewRoute,
];

/** The platform's own host has previews, and nobody's dashboard. */
export const routeTree = rootRoute.addChildren(isPreviewPage ? previewPages : ownPages);
