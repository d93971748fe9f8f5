import type { ClientMe } from '@antiphon/contract/client-sessions';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { api, currentRegion, query, toProblem } from '../../api.ts';
import { keepPickedLanguage, takePickedLanguage } from '../../texts/picked-language.ts';
import { suggestLanguage } from '../../texts/texts.ts';
import { isWayBrought } from './arrival.ts';
import { firstPath, pathOfPage } from './client-paths.ts';
import { sayAtLogin } from './said-at-login.ts';
import { shownPages } from './shown-pages.ts';

interface Place {
  context: { queryClient: QueryClient; me?: ClientMe };
  params: { region?: string; agentId?: string; tab?: string; _splat?: string };
  location: { href: string; pathname: string; search: { panel?: unknown; payment?: unknown } };
}

const options = () => query.clientSessions.getMe.queryOptions();

/** Somebody was signed in here, and did not sign out: a session that is gone is worth a word. */
const SIGNED_IN = 'client-signed-in';

/** Whoever is kept out is told so first, and is asked for nothing. */
const isFirstPassword = ({ mustChangePassword, isBlocked }: ClientMe) => mustChangePassword && !isBlocked;

/** The sign-in, which then opens the place that needed it. */
export const loginPath = (href: string) => `/?to=${encodeURIComponent(href)}`;

/** What the router takes for the place of a redirect: the client's routes are not those that it has types for. */
const goTo = (href: string) => redirect({ href, replace: true } as never);

/** With the drawer that was asked for, and how somebody came back from paying: whoever opens one while the dashboard still arrives finds it open there. */
function withPanel(href: string, { search: { panel, payment } }: Place['location']): string {
  const kept = Object.entries({ panel, payment }).filter(([, value]) => typeof value === 'string') as [
    string,
    string,
  ][];
  return kept.length === 0 ? href : `${href}?${new URLSearchParams(kept)}`;
}

/** Nobody, unless a first password is still to be changed: then who that is. */
export async function findPending({ context, location }: Place): Promise<{ me: ClientMe | null }> {
  if (isWayBrought()) return { me: null };
  // Whatever is wrong, the sign-in can be shown, and says so when it is used.
  const me = await context.queryClient.fetchQuery({ ...options(), retry: false }).catch(() => null);
  if (me && !isFirstPassword(me)) throw goTo(withPanel(firstPathOf(me), location));
  return { me };
}

/** Who is signed in, before a screen is drawn; only a 401, and an account that is gone, lead to the sign-in. */
export async function demandClient({ context, params, location }: Place): Promise<{ me: ClientMe }> {
  if (params.region !== currentRegion()) throw notFound();
  const me = await context.queryClient.ensureQueryData(options()).catch(async (error: unknown) => {
    const { status } = toProblem(error);
    if (status !== 401 && status !== 404) throw error;
    if (status === 404) {
      sayAtLogin('noAccount');
      await api.clientSessions.signOut({}).catch(() => undefined);
    }
    if (status === 401 && localStorage.getItem(SIGNED_IN) !== null) sayAtLogin('again');
    localStorage.removeItem(SIGNED_IN);
    throw goTo(loginPath(location.href));
  });
  if (isFirstPassword(me)) throw goTo('/');
  localStorage.setItem(SIGNED_IN, 'yes');
  const picked = takePickedLanguage();
  if (picked === null || !me.abilities.canEditProfile || picked === me.client.preferredLanguage) {
    await suggestLanguage(me.client.preferredLanguage);
    return { me };
  }
  const kept = await api.clientSessions.updateProfile({ preferredLanguage: picked }).catch(() => {
    keepPickedLanguage(picked);
    return me;
  });
  context.queryClient.setQueryData(options().queryKey, kept);
  return { me: kept };
}

/** An address without a page opens the first one. Where there is none, the shell says so. */
export function openFirst({ context, params, location }: Place): void {
  const { me } = context;
  if (!me || me.isBlocked) return;
  const agent = me.agents.find(({ ID }) => ID === params.agentId);
  const href = firstPathOf(agent ? { ...me, agents: [agent] } : me);
  if (href !== location.pathname) throw goTo(withPanel(href, location));
}

/** A page that the client is not shown leads to the first one that they are; so does an agent that is not theirs. */
export function demandPage({ context, params }: Place): void {
  const { me } = context;
  if (!me || me.isBlocked) return;
  const pages = shownPages(me.pages);
  const agent = me.agents.find(({ ID }) => ID === params.agentId);
  if (agent && pages.some((page) => page === `/${params.tab}`)) return;
  const [first] = pages;
  if (first === undefined) return;
  throw goTo(agent ? pathOfPage(currentRegion(), agent.ID, first) : firstPathOf(me));
}

/** A custom tab that is gone, or that the client is not shown, leads to their first page. */
export function demandTab({ context, params }: Place): void {
  const { me } = context;
  if (!me || me.isBlocked || me.tabs.some(({ href }) => href === `/${params._splat}`)) return;
  throw goTo(firstPathOf(me));
}

const firstPathOf = ({ agents, pages }: Pick<ClientMe, 'agents' | 'pages'>) =>
  firstPath(currentRegion(), { agents, pages: shownPages(pages) }) ?? `/app/${currentRegion()}`;
