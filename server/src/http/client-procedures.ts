import type { ClientPage } from '@antiphon/contract/client-pages';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { makeScope } from '../db/make-scope.ts';
import type { Scope } from '../db/scope.ts';
import { clientTokenOf } from './client-cookie.ts';
import type { FoundClient, RequestContext } from './context.ts';
import type { HostAgency } from './hosts.ts';
import { type Named, namedIn } from './named-in.ts';
import { answerOnce, demandMember, type Member, os, repeatableKeyOf, takeRate } from './procedures.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * What a client must have opened to call it, and what of theirs the input names. `agent`, `conversation`: the one of the path
 * (else the input's `agentId`) must be among the client's agents, or it is not found. `list`: the handler asks the query for
 * `member.client?.agentIds` alone; an `agentId` to filter by must be among them.
 */
export type Opening = { page: ClientPage | readonly ClientPage[] | 'any'; of: 'agent' | 'conversation' | 'list' };

export type SignedInClient = FoundClient & { scope: Scope; agency: HostAgency };

/** What a client may do although the dashboard is closed to them. */
type Although = 'nothing' | 'first_password' | 'blocked';

/** Fails with `unauthorized` where nobody is signed in to this very agency, whatever cookie of another one was sent. */
export async function demandClient(context: RequestContext, although: Although = 'nothing'): Promise<SignedInClient> {
  const agency = demandAgency(context);
  const scope = makeScope(agency.workspaceUid);
  const token = clientTokenOf(context);
  const found = token && (await context.access.findClientSession(scope, token));
  if (!found) fail('unauthorized');
  if (found === 'password_changed') fail('unauthorized', { message: 'Please login again.' });
  demandOwnPage(context);
  if (although !== 'blocked') {
    if (found.isBlocked) fail('access_blocked', { message: found.isBlocked.message });
    if (found.mustChangePassword && although !== 'first_password') fail('password_change_needed');
  }
  return { ...found, scope, agency };
}

function demandAgency({ agency }: RequestContext): HostAgency {
  return agency ?? fail('not_found');
}

/** Whoever posts from another site could act as the person, or sign them in as somebody else. */
function demandOwnPage({ method, headers }: RequestContext) {
  if (method !== 'GET' && !isSameOrigin(headers)) fail('forbidden');
}

/** Anybody on an agency's host: signing in to it. */
export const hostProcedure = os.use(async ({ context, next }) => {
  const agency = demandAgency(context);
  demandOwnPage(context);
  await takeRate(context, [{ key: `host:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }]);
  return next({ context: { agency, scope: makeScope(agency.workspaceUid) } });
});

const clientAlthough = (although: Although) =>
  os.use(async ({ context, next }) => {
    const client = await demandClient(context, although);
    return next({ context: { client, member: memberOf(client), scope: client.scope, agency: client.agency } });
  });

/** A client on their agency's host, about themselves and their org. */
export const clientProcedure = clientAlthough('nothing');
/** Also for whoever has to change a first password. */
export const newcomerProcedure = clientAlthough('first_password');
/** Also for whoever is kept out of the dashboard. */
export const blockedClientProcedure = clientAlthough('blocked');

const memberOf = ({ scope, actor }: SignedInClient): Member => ({
  scope,
  userId: null,
  permissions: [],
  client: actor,
});

/**
 * On the platform's host as `memberProcedure`; on an agency's, a client who was given the page, on what is theirs. The input
 * has not been validated yet: what of it is looked at here is what the path says, which nothing else in the input can replace.
 */
export const dashboardProcedure = (opening: Opening) =>
  os
    .use(async ({ context, next, procedure }, input) => {
      const member = await demandDashboard(context, opening, namedIn(procedure['~orpc'].route, opening.of, input));
      return next({ context: { member, scope: member.scope } });
    })
    .use(async ({ context, next, path, procedure }, input, output) => {
      const key = repeatableKeyOf(context, procedure);
      if (key === null) return next();
      return output(await answerOnce(context, { key, path, input }, async () => (await next()).output));
    });

/** Also used by raw streams. */
export async function demandDashboard(context: RequestContext, opening: Opening, named: Named): Promise<Member> {
  if (!context.agency) return demandMember(context, named.uid);
  const client = await demandClient(context);
  if (named.uid && named.uid !== client.scope.workspaceUid) fail('not_found');
  const { actor, scope } = client;
  const pages = typeof opening.page === 'string' ? [opening.page] : opening.page;
  if (opening.page !== 'any' && !pages.some((page) => actor.pages.includes(page as ClientPage))) fail('forbidden');
  const isOwn = (agentId: AgentId | null) => agentId !== null && actor.agentIds.includes(agentId);
  if (opening.of === 'agent' && !isOwn(named.agentId)) fail('not_found');
  if (opening.of === 'list' && named.agentId !== null && !isOwn(named.agentId)) fail('not_found');
  if (opening.of === 'conversation') {
    const id = named.conversationId;
    if (id === null || !isOwn(await context.access.findConversationAgent(scope, id))) fail('not_found');
  }
  return memberOf(client);
}
