import { isRegion } from '@antiphon/contract/regions';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { query, readWorkspaceUid, toProblem, writeWorkspaceUid } from '../../api.ts';
import { selectWorkspace } from '../../features/workspaces/use-workspace.ts';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** Everything behind the sign-in. It holds who is signed in before a screen is drawn; only a 401 leads to the sign-in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/$region',
  beforeLoad: async ({ params, context, location }) => {
    if (!isRegion(params.region)) throw notFound();
    try {
      const me = await context.queryClient.ensureQueryData(query.workspaces.me.queryOptions());
      // A remembered workspace of another account would make every call fail.
      writeWorkspaceUid(selectWorkspace(me, readWorkspaceUid(params.region)).uid, params.region);
    } catch (error) {
      if (toProblem(error).status !== 401) throw error;
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  component: lazyRouteComponent(() => import('./owner-shell.tsx'), 'OwnerShell'),
});

/** A text in the address that may be missing. */
export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
