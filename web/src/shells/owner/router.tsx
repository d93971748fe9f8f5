import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { ScreenFailure } from '../screen-failure.tsx';
import { inRegion } from './app-route.tsx';
import { NotFound } from './not-found.tsx';
import { routeTree } from './routes.tsx';

export const createOwnerRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: ScreenFailure,
  });

export type OwnerRouter = ReturnType<typeof createOwnerRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: OwnerRouter;
  }
}

/** Forgets what was read and shows the sign-in; afterwards the same place opens again. */
export function endSession(router: OwnerRouter, queryClient: QueryClient): void {
  const { pathname, href } = router.state.location;
  if (!pathname.startsWith('/app/')) return;
  queryClient.clear();
  void router.navigate({ to: '/login', search: { redirect: href, ...inRegion(currentRegion()) } });
}
