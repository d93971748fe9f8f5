import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { makeScope } from '../db/make-scope.ts';
import type { Scope } from '../db/scope.ts';
import { clientTokenOf } from './client-cookie.ts';
import type { FoundClient, Opening, RequestContext } from './context.ts';
import type { HostAgency } from './hosts.ts';
import { type Named, namedIn } from './named-in.ts';
import { answeredOnce, demandMember, type Member, os, takeCall, takeRate } from './procedures.ts';
import { isSameOrigin } from './same-origin.ts';
import { sentInput, textField } from './sent-input.ts';

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
  await takeCall(context, `client:${found.actor.clientId}`);
  await takeCall(context, `workspace:${agency.workspaceUid}`);
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
  os.use(async ({ context, next }, input) => {
    const client = await demandClient(context, although);
    sentInput(input).takeMore();
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

/** On the platform's host as `memberProcedure`; on an agency's, a client who was given the page, on what is theirs. */
export const dashboardProcedure = (opening: Opening) =>
  os
    .use(async ({ context, next }, input) => {
      const sent = sentInput(input);
      const member = await demandDashboard(context, opening, await namedIn(sent, opening.of));
      sent.takeMore();
      // A filter may stand in a body too, which is read now that a client is known to ask.
      if (opening.of === 'list' && member.client)
        context.access.demandFilters(member.client, filtersOf(await sent.read()));
      return next({ context: { member, scope: member.scope } });
    })
    .use(answeredOnce);

/** Also used by raw streams. */
export async function demandDashboard(context: RequestContext, opening: Opening, named: Named): Promise<Member> {
  if (!context.agency) return demandMember(context, named.uid);
  const client = await demandClient(context);
  if (named.uid && named.uid !== client.scope.workspaceUid) fail('not_found');
  await context.access.demandOpened(client, opening, named);
  return memberOf(client);
}

/** The agents that an input names, wherever it does. */
function filtersOf(input: unknown): (AgentId | null)[] {
  const { query, body } = (input ?? {}) as { query?: unknown; body?: unknown };
  return [input, query, body].map((part) => textField(part, 'agentId') as AgentId | null);
}
