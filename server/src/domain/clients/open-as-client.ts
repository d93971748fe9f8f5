import { fail } from '@antiphon/contract/errors';
import { type ClientId, newLoginToken, newOpeningCode, type UserId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type AgencyDeps, getAgency } from '../agencies/get-agency.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { queueEmail } from '../email/queue-email.ts';
import { actorOf, demand, demandAll, type Member } from '../identity/identity.policy.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import {
  findClientRow,
  hasAgents,
  insertOpening,
  putInvitation,
  removeOpenings,
  takeOpeningRow,
} from './clients.queries.ts';

export type OpenDeps = AgencyDeps & { secretKey: string };
type Input = { clientId: ClientId; origin: string };

/**
 * A code that opens the client's dashboard once, within a minute, for whoever may manage clients. It travels in the fragment
 * of the address, which no server and no log sees. `origin` is where the member reached us.
 */
export async function openAsClient(deps: OpenDeps, member: Member, { clientId, origin }: Input) {
  demand(member, 'clients.write');
  const { scope } = member;
  const { url } = await demandBrand(deps, member, origin);
  const now = new Date();
  const opening = newOpening(member, clientId, now);
  await deps.database.transaction(scope, async (tx) => {
    if (!(await findClientRow(tx, scope, clientId))) fail('not_found');
    await insertOpening(tx, scope, opening.row, now);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.open_as', target: clientId });
  });
  const { code, row } = opening;
  return { code, url: `${url}/#open=${code}`, expiresAt: row.expiresAt.toISOString() };
}

function newOpening(member: Member, clientId: ClientId | null, now: Date) {
  const code = newOpeningCode();
  const expiresAt = new Date(now.getTime() + limits.openingSeconds * 1_000);
  return { code, row: { codeHash: hashSecret(code), clientId, openedBy: actorOf(member), expiresAt } };
}

/**
 * The dashboard of all agents, once, within a minute, for whoever may do everything: as the agency's key opens it, in their own name.
 * Null where the agency has no host, or no agent: a dashboard without any is closed.
 */
export async function openPreview(
  deps: OpenDeps,
  member: Member,
  { href, origin }: { href: string | undefined; origin: string },
): Promise<string | null> {
  demandAll(member);
  const { scope } = member;
  const { agency, clientUrl } = await getAgency(deps, member, { origin });
  if (!agency) fail('not_found');
  if (clientUrl === '') return null;
  const now = new Date();
  const { code, row } = newOpening(member, null, now);
  const isOpen = await deps.database.transaction(scope, async (tx) => {
    if (!(await hasAgents(tx, scope))) return false;
    await insertOpening(tx, scope, row, now);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agency.preview', target: agency.ID });
    return true;
  });
  if (!isOpen) return null;
  const to = href ? `?to=${encodeURIComponent(`/app/${deps.database.region}/c${href}`)}` : '';
  return `${clientUrl}/${to}#open=${code}`;
}

/** The member's codes that nobody has used. */
export const endOpenings = (tx: Tx, scope: Scope, openedBy: UserId): Promise<void> =>
  removeOpenings(tx, scope, openedBy);

/** Whose dashboard a code opens (null: that of all agents), and who made it; null for a code that was used, has ended, or is another agency's. */
export async function takeOpening(
  tx: Tx,
  scope: Scope,
  code: string,
  now: Date,
): Promise<{ clientId: ClientId | null; openedBy: string } | null> {
  const row = await takeOpeningRow(tx, scope, hashSecret(code));
  return row && row.expiresAt > now ? { clientId: row.clientId, openedBy: row.openedBy } : null;
}

/**
 * Mails a client a link that signs in once within a day, in the agency's name. The password is in no mail: it is stored
 * nowhere. The link's token stands behind the `#`: no server and no log sees it.
 */
export async function inviteClient(deps: OpenDeps, member: Member, { clientId, origin }: Input): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  const { name: brandName, url } = await demandBrand(deps, member, origin);
  await deps.database.transaction(scope, async (tx) => {
    const client = await findClientRow(tx, scope, clientId);
    if (!client) fail('not_found');
    const { email } = client;
    const token = newLoginToken();
    const expiresAt = new Date(Date.now() + limits.loginLinkHours * 3_600_000);
    await putInvitation(tx, scope, { clientId, secretHash: hashSecret(token), expiresAt });
    const link = `${url}/?username=${encodeURIComponent(email)}#token=${encodeURIComponent(token)}`;
    const props = { clientName: client.name, email, url: link, hours: limits.loginLinkHours };
    const mail = { to: email, language: client.preferredLanguage, brandName };
    await queueEmail(deps, tx, scope, { template: 'client_invitation', props, ...mail });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.invite', target: clientId });
  });
}

async function demandBrand(deps: AgencyDeps, member: Member, origin: string): Promise<{ name: string; url: string }> {
  const { agency, clientUrl } = await getAgency(deps, member, { origin });
  if (!agency || clientUrl === '')
    fail('conflict', { message: 'Clients have no address to sign in at yet. Claim a subdomain under Agency first.' });
  return { name: agency.name, url: clientUrl };
}
