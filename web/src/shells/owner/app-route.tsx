import { isRegion } from '@antiphon/contract/regions';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router';
import { api, query, readWorkspaceUid, toProblem, writeWorkspaceUid } from '../../api.ts';
import type { Panel } from '../../features/workspaces/use-panel.ts';
import { selectWorkspace } from '../../features/workspaces/use-workspace.ts';
import { keepPickedLanguage, takePickedLanguage } from '../../texts/picked-language.ts';
import { lazyScreen } from '../lazy-screen.ts';

const panels: readonly Panel[] = ['workspace', 'invite', 'new-workspace'];

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** Everything behind the sign-in. It holds who is signed in before a screen is drawn; only a 401 leads to the sign-in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/$region',
  // What may lie open over any page, and of which workspace a mail tells.
  validateSearch: (search: Record<string, unknown>): { panel?: Panel; member?: string; workspace?: string } => ({
    panel: panels.find((panel) => panel === search.panel),
    member: optionalText(search.member),
    workspace: optionalText(search.workspace),
  }),
  beforeLoad: async ({ params, search, context, location, preload }) => {
    const { region } = params;
    if (!isRegion(region)) throw notFound();
    const me = await context.queryClient.ensureQueryData(query.workspaces.me.queryOptions()).catch(async (error) => {
      const { status } = toProblem(error);
      if (status !== 401 && status !== 404) throw error;
      if (status === 404)
        await (await import('../../features/identity/leave-lost-account.ts')).leaveLostAccount(context.queryClient);
      const lost = status === 404 ? { error: 'account_data' } : {};
      throw redirect({ to: '/login', search: { redirect: location.href, ...inRegion(region), ...lost } });
    });
    const picked = preload ? null : takePickedLanguage();
    // Of the mails, which come in another language where this fails; the dashboard is in it already.
    if (picked !== null)
      await api.identity.updateProfile({ preferredLanguage: picked }).catch(() => keepPickedLanguage(picked));
    if (!me.isOnboarded) throw redirect({ to: '/onboarding', search: { redirect: location.href, region } });
    // A remembered workspace of another account would make every call fail. A look ahead writes nothing.
    if (preload) return;
    const { workspace: named } = search;
    writeWorkspaceUid(selectWorkspace(me, named ?? readWorkspaceUid(region)).uid, region);
    if (named === undefined) return;
    // It leaves the address, which would choose it again with every reload.
    const { workspace: _, ...rest } = location.search as { workspace?: string };
    throw redirect({ to: location.pathname, search: rest, replace: true } as never);
  },
  component: lazyScreen(() => import('./owner-shell.tsx'), 'OwnerShell'),
});

/** North America is what an address without a region means. */
export const inRegion = (region: string): { region?: string } => (region === 'na' ? {} : { region });

/** A text in the address that may be missing. */
export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
