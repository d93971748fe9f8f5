import { createHmac } from 'node:crypto';
import { allowedPages, CLIENT_PAGES, type ClientPath } from '@antiphon/contract/client-pages';
import { ADMIN_CLIENT_ID, type ClientActor } from '@antiphon/contract/client-sessions';
import { errors } from '@antiphon/contract/error-list';
import type { AgentId, ClientId, OrgId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { OrgSettings } from '@antiphon/contract/orgs';
import type { Permission } from '@antiphon/contract/permissions';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Young enough that who holds the session has just shown that the mailbox is theirs. */
const FRESH_MS = 15 * MINUTE_MS;
/** How exactly a session knows when it was last used: each write costs more than it tells. */
const TOUCHED_EVERY_MS = 60 * MINUTE_MS;

export type SignInWay = 'password' | 'code' | 'link' | 'opening' | 'agency_secret';

export type SessionFacts = {
  way: SignInWay;
  sessionVersion: number;
  openedBy: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
};

type ClientFacts = {
  id: ClientId;
  orgId: OrgId;
  sessionVersion: number;
  hasChangedPassword: boolean;
  canAccess: readonly ClientPath[];
  clientTabOrder: readonly ClientPath[];
  isOrgAdmin: boolean;
  allowCreateAgents: boolean;
};

/** Milliseconds for which a session lives at most: a client's own, or one that was opened in the client's place. */
export const lifeOf = (way: SignInWay): number =>
  isOpened(way) ? limits.openedSessionMinutes * MINUTE_MS : limits.clientSessionDays * DAY_MS;

/** Who comes with the agency's key: it says of nobody who they are. */
export const AGENCY_KEY = 'agency-secret';
/** Names in `openedBy` that are nobody's: the workspace's key and the agency's. */
export const KEY_HOLDERS: readonly string[] = ['key', AGENCY_KEY];

export const isOpened = (way: SignInWay) => way === 'opening' || way === 'agency_secret';

/** Past its end, or unused for too long. */
export const isOver = ({ expiresAt, lastUsedAt }: SessionFacts, now: Date) =>
  expiresAt <= now || now.getTime() - lastUsedAt.getTime() > limits.clientSessionIdleDays * DAY_MS;

export const isToBeTouched = ({ lastUsedAt }: SessionFacts, now: Date) =>
  now.getTime() - lastUsedAt.getTime() > TOUCHED_EVERY_MS;

/** The first password is the agency's; whoever came by mail never saw it. */
export const mustChange = ({ way }: Pick<SessionFacts, 'way'>, client: { hasChangedPassword: boolean } | null) =>
  way === 'password' && client !== null && !client.hasChangedPassword;

/** Without the old password: it was typed just now, or the mailbox was shown to be theirs. */
export const mayReplacePassword = (
  session: Pick<SessionFacts, 'way' | 'createdAt'>,
  client: { hasChangedPassword: boolean },
  now: Date,
) => mustChange(session, client) || (isByMail(session.way) && now.getTime() - session.createdAt.getTime() < FRESH_MS);

const isByMail = (way: SignInWay) => way === 'code' || way === 'link';

/** Whoever may not manage clients any more does not look at their dashboards either. */
export const mayStayOpen = (openerMay: readonly Permission[]) => openerMay.includes('clients.write');

/**
 * What whoever holds the session may do. A client's dashboard shows the client's pages, whoever looks at it; one that the agency opened lets
 * its opener do what they may do under their own name as well (`openerMay`; null for the client in person), and no more. Without a client
 * it is the agency's own look at all agents and all pages.
 */
export function toActor(
  session: SessionFacts,
  client: ClientFacts | null,
  agentIds: readonly AgentId[],
  openerMay: readonly Permission[] | null,
): ClientActor {
  const { openedBy } = session;
  if (!client)
    return {
      clientId: ADMIN_CLIENT_ID,
      orgId: '' as OrgId,
      agentIds,
      pages: allowedPages(CLIENT_PAGES, CLIENT_PAGES),
      isOrgAdmin: false,
      allowCreateAgents: false,
      openedBy,
      openerMay,
    };
  return {
    clientId: client.id,
    orgId: client.orgId,
    agentIds,
    pages: allowedPages(client.canAccess, client.clientTabOrder),
    isOrgAdmin: client.isOrgAdmin,
    allowCreateAgents: client.allowCreateAgents && (openerMay?.includes('agents.write') ?? true),
    openedBy,
    openerMay,
  };
}

/** Why the dashboard is closed: the org's switch, which does not hold for the agency itself, or nothing to show in it. */
export function blockOf(
  session: Pick<SessionFacts, 'openedBy'>,
  settings: Pick<OrgSettings, 'disableClientAccess' | 'disableClientAccessMessage'> | null,
  agentIds: readonly AgentId[],
): { message: string } | null {
  const isSwitchedOff = session.openedBy === null && (settings?.disableClientAccess ?? false);
  if (!isSwitchedOff && agentIds.length > 0) return null;
  const own = isSwitchedOff ? settings?.disableClientAccessMessage.trim() : '';
  return { message: own || errors.access_blocked.message };
}

/** A million codes are hashed in a second: only with a key does the hash keep them. */
export const hashCode = (secretKey: string, clientId: ClientId, code: string) =>
  createHmac('sha256', `client-code:${secretKey}`).update(`${clientId}:${code}`).digest('base64url');
