import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { query } from '../../api.ts';
import { ScreenFailure } from '../screen-failure.tsx';
import { loginPath } from './guards.ts';
import { NotHere } from './not-here.tsx';
import { routeTree } from './routes.tsx';
import { sayAtLogin } from './said-at-login.ts';

/** Its routes are not those that the owner shell registers for typed links: they are written out where they are used. */
export const createClientRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultNotFoundComponent: NotHere,
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: true,
  });

/** The server knows the session no longer: who was shown the dashboard is told so at the sign-in, and comes back to this place. */
export function endSession(router: ReturnType<typeof createClientRouter>, queryClient: QueryClient): void {
  const { pathname, href } = router.state.location;
  const { queryKey } = query.clientSessions.getMe.queryOptions();
  if (!pathname.startsWith('/app/') || queryClient.getQueryData(queryKey) === undefined) return;
  queryClient.removeQueries({ queryKey });
  sayAtLogin('again');
  void router.navigate({ href: loginPath(href), replace: true }).then(() => queryClient.clear());
}
