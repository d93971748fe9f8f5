import { ADMIN_CLIENT_ID, type ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { TabId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Region } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findClientAccess, findTabFace } from './agency-tabs.queries.ts';
import { documentOf, isGood, originOn, policyOf, signTicket } from './agency-tabs.rules.ts';
import { findTabDocument } from './agency-tabs.system.queries.ts';
import { isVisible } from './list-tabs.ts';

type Deps = { database: Database; secretKey: string };
export type PageDeps = Deps & { region: Region; contentHost: string; publicUrl: string | null };
/** `origin`: where the page stands that wants to show the tab. */
type Asked = { tabId: TabId; origin: string };

/** For a member, every tab of the agency. */
export async function openTab(deps: PageDeps, scope: Scope, { tabId, origin }: Asked): Promise<string> {
  const tab = await deps.database.transaction(scope, (tx) => findTabFace(tx, scope, tabId));
  if (tab?.pageType !== 'html') fail('not_found');
  return addressOf(deps, tabId, origin);
}

/** For a client, and whoever opened their dashboard, those that the client may see; another one is not there. */
export async function openOwnTab(deps: PageDeps, scope: Scope, actor: ClientActor, asked: Asked): Promise<string> {
  const { tabId, origin } = asked;
  const isOpen = await deps.database.transaction(scope, async (tx) => {
    const tab = await findTabFace(tx, scope, tabId);
    if (tab?.pageType !== 'html') return false;
    return isVisible(
      tab,
      actor.clientId === ADMIN_CLIENT_ID ? 'all' : await findClientAccess(tx, scope, actor.clientId),
    );
  });
  return isOpen ? addressOf(deps, tabId, origin) : fail('not_found');
}

function addressOf({ secretKey, region, contentHost, publicUrl }: PageDeps, id: TabId, origin: string): string {
  const host = URL.parse(origin)?.hostname ?? '';
  // Whoever calls chooses the name: nothing of it is more than a name.
  if (!/^[\w.:[\]-]+$/.test(host)) fail('invalid_input');
  const ancestor = originOn(host, publicUrl, origin);
  const ticket = { id, ancestor, until: Date.now() + limits.tabPageMinutes * 60_000 };
  const query = new URLSearchParams({
    for: ancestor,
    until: String(ticket.until),
    key: signTicket(secretKey, ticket),
  });
  return `${originOn(contentHost, publicUrl, origin)}/tabs/${region}/${id}?${query}`;
}

/**
 * The page itself, on the host of contents: no cookie is read or set there, and it runs in an origin of its own that nobody else has.
 * Null without a good address.
 */
export async function serveTab(
  deps: Deps & { systemScope: SystemScope },
  id: string,
  query: URLSearchParams,
): Promise<Response | null> {
  const ticket = { id: id as TabId, ancestor: query.get('for') ?? '', until: Number(query.get('until')) };
  if (!isGood(deps.secretKey, ticket, query.get('key') ?? '', Date.now())) return null;
  const { systemScope } = deps;
  const row = await deps.database.transaction(systemScope, (tx) => findTabDocument(tx, systemScope, ticket.id));
  if (!row) return null;
  return new Response(documentOf(row), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(ticket.ancestor, row.origins),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    },
  });
}
