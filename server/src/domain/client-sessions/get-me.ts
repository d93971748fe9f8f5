import { type ClientPath, shownPaths } from '@antiphon/contract/client-pages';
import { ADMIN_CLIENT_ID, type ClientMe, type ClientOrg } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readTabsOf } from '../agency-tabs/list-tabs.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { getBalance } from '../billing/get-balance.ts';
import { NOTIFICATIONS, toClient } from '../clients/clients.rules.ts';
import { findOrgSubscription, toSubscription } from '../org-subscriptions/read-org-subscription.ts';
import { hasVerifiedDomain } from '../sending-domains/has-verified-domain.ts';
import { findAgencyRow, findSessionRow, hasOrgAgents, listAgentFaces } from './client-sessions.queries.ts';
import { blockOf, mustChange, toActor } from './client-sessions.rules.ts';
import { findOpenerMay } from './find-opener.ts';

type Deps = { database: Database };
type Row = NonNullable<Awaited<ReturnType<typeof findSessionRow>>>;

/** Everything that a client's shell asks for first, of one session that lives. */
export const getMe = (deps: Deps, scope: Scope, sessionId: string): Promise<ClientMe> =>
  deps.database.transaction(scope, (tx) => readMe(tx, scope, sessionId));

async function readMe(tx: Tx, scope: Scope, sessionId: string): Promise<ClientMe> {
  const row = await findSessionRow(tx, scope, { id: sessionId });
  const agency = await findAgencyRow(tx, scope);
  if (!row || !agency) fail('unauthorized');
  const { session, client, org } = row;
  const agents = await listAgentFaces(tx, scope, session.clientId);
  const agentIds = agents.map(({ ID }) => ID);
  const actor = toActor(session, client, agentIds, await findOpenerMay(tx, scope, session.openedBy));
  const tabs = await readTabsOf(tx, scope, client ? client.canAccess : 'all');
  const isPerson = client !== null && actor.openedBy === null;
  return {
    client: { ...ownClient(row, agency, agentIds), isOrgAdmin: actor.isOrgAdmin, isAdmin: actor.openedBy !== null },
    org: org && { ...toOwnOrg({ ...org, ID: org.id }), subscription: await readSubscription(tx, scope, org) },
    agents,
    hasOrgAgents: agents.length > 0 || (org !== null && (await hasOrgAgents(tx, scope, org.id))),
    pages: shownPaths(
      actor.pages,
      client?.clientTabOrder ?? [],
      tabs.map(({ href }) => href as ClientPath),
    ),
    tabs,
    abilities: {
      canEditProfile: isPerson,
      canEditOrg: actor.isOrgAdmin && org !== null,
      canAddUsers: actor.isOrgAdmin && org !== null,
      canCreateAgents: actor.allowCreateAgents,
      canGiveFeedback: isPerson && agency.supportEmail !== '' && (await hasVerifiedDomain(tx, scope)),
      canChangePassword: isPerson,
    },
    loadTokens: org?.allowBilling ? toCredits((await getBalance(tx, scope, org.id)).balanceMicro) : null,
    workspaceUid: scope.workspaceUid,
    isBlocked: blockOf(session, org?.settings ?? null, agentIds),
    mustChangePassword: mustChange(session, client),
    openedBy: actor.openedBy,
    sessionEndsAt: session.expiresAt.toISOString(),
  };
}

async function readSubscription(tx: Tx, scope: Scope, org: { id: OrgId; allowBilling: boolean }) {
  const row = org.allowBilling ? await findOrgSubscription(tx, scope, org.id) : null;
  return row && toSubscription(row);
}

/** Whoever came with the agency's key stands under the agency's name and face. */
function ownClient(
  { client }: Row,
  agency: { id: string; name: string; squarePhotoURL: string; supportEmail: string },
  agentIds: AgentId[],
): Omit<ClientMe['client'], 'isAdmin'> {
  if (client) return toClient(client, agentIds, agency.id);
  return {
    ID: ADMIN_CLIENT_ID,
    orgId: '',
    agencyId: agency.id,
    name: agency.name,
    email: agency.supportEmail,
    squarePhotoURL: agency.squarePhotoURL,
    status: 'offline',
    isOrgAdmin: false,
    allowCreateAgents: false,
    notificationsSettings: NOTIFICATIONS,
    preferredLanguage: 'en',
    internal: { hasChangedPassword: true },
  };
}

/** Without what is the agency's: defaults of new people, and how many there are. */
export function toOwnOrg(org: ClientOrg): ClientOrg {
  const { ID, name, squarePhotoURL, predefinedTags, disallowAnyTags, disableHandoff } = org;
  const { preferredLanguage, dashboardLayout, settings } = org;
  const own = { ID, name, squarePhotoURL, preferredLanguage, dashboardLayout, settings };
  return { ...own, predefinedTags, disallowAnyTags, disableHandoff };
}
