import { fail } from '@antiphon/contract/errors';
import { type InvitationId, newInvitationId, newInvitationSecret } from '@antiphon/contract/ids';
import type { Invitation } from '@antiphon/contract/invitations';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import type { Database, Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { queueEmail } from '../email/queue-email.ts';
import { demandFreeSeat } from '../entitlements/demand-within.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandMayGive } from '../members/members.policy.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import * as queries from './invitations.queries.ts';
import { expiryFrom, invitationLink } from './invitations.rules.ts';
import { findPerson, isMemberByEmail } from './invitations.system.queries.ts';
import { toInvitation } from './list-invitations.ts';

export type InviteDeps = { database: Database; systemScope: SystemScope; secretKey: string; now?: () => Date };

/**
 * Invites an address, or again: there is one invitation an address, and its newest link is the one that works. `origin` is
 * where the mail's link leads. The mail is queued in the same transaction, so that there is no invitation without one.
 */
export async function sendInvitation(
  deps: InviteDeps,
  actor: Member,
  input: { to: string; permissions: readonly Permission[]; origin: string },
): Promise<Invitation> {
  const { scope } = actor;
  const email = input.to;
  const permissions = PERMISSIONS.filter((permission) => input.permissions.includes(permission));
  demandMayGive(actor, [], permissions);
  const { isMember, ...people } = await deps.database.transaction(deps.systemScope, async (tx) => ({
    ...(await findPeople(tx, actor, email)),
    isMember: await isMemberByEmail(tx, scope.workspaceUid, email),
  }));
  const { inviter } = people;
  if (inviter && inviter.email === email) refuse("You can't invite yourself lol");
  if (isMember) refuse('This person is a member already.');
  return deps.database.transaction(scope, async (tx) => {
    await demandFreeSeat(tx, scope);
    if ((await queries.countInvitations(tx, scope)) >= limits.openInvitationsMax)
      fail('conflict', { message: 'There are too many open invitations. Take some back first.' });
    const mail = { email, permissions, ...people, origin: input.origin };
    const invitation = await write(deps, tx, actor, newInvitationId(), mail);
    const details = { email, permissions };
    await recordAudit(tx, scope, { actor: actorOf(actor), action: 'invitation.send', target: invitation.id, details });
    return invitation;
  });
}

/** A new link for 7 more days, with the permissions that the invitation has. */
export async function resendInvitation(
  deps: InviteDeps,
  actor: Member,
  input: { id: InvitationId; origin: string },
): Promise<Invitation> {
  demand(actor, 'members.write');
  const { scope } = actor;
  const known = await deps.database.transaction(scope, (tx) => queries.findInvitation(tx, scope, input.id));
  const people = await deps.database.transaction(deps.systemScope, (tx) => findPeople(tx, actor, known?.email ?? null));
  return deps.database.transaction(scope, async (tx) => {
    await demandFreeSeat(tx, scope);
    const found = await queries.findInvitation(tx, scope, input.id);
    if (!found) fail('not_found');
    const mail = { ...found, ...people, origin: input.origin };
    const invitation = await write(deps, tx, actor, found.id, mail);
    await recordAudit(tx, scope, { actor: actorOf(actor), action: 'invitation.resend', target: found.id });
    return invitation;
  });
}

type People = { inviter: { name: string; email: string } | null; language: DashboardLanguage };
type Mail = { email: string; permissions: Permission[]; origin: string } & People;

/** Who invites; and in which language whoever is invited reads: their account's, else that of the one who invites. */
async function findPeople(tx: Tx, { userId }: Member, email: string | null): Promise<People> {
  const inviter = userId ? await findPerson(tx, { userId }) : null;
  const invited = email === null ? null : await findPerson(tx, { email });
  return { inviter, language: invited?.language ?? inviter?.language ?? 'en' };
}

async function write(deps: InviteDeps, tx: Tx, actor: Member, id: InvitationId, mail: Mail): Promise<Invitation> {
  const { scope } = actor;
  const { email, permissions } = mail;
  const now = deps.now?.() ?? new Date();
  const secret = newInvitationSecret();
  const expiresAt = expiryFrom(now);
  const row = await queries.saveInvitation(tx, scope, {
    id,
    email,
    permissions,
    secretHash: hashSecret(secret),
    invitedBy: actor.userId,
    sentAt: now,
    expiresAt,
  });
  const workspaceName = await queries.findWorkspaceName(tx, scope);
  const link = { workspaceUid: scope.workspaceUid, email, secret };
  await queueEmail(deps, tx, scope, {
    template: 'workspace_invitation',
    to: email,
    language: mail.language,
    props: {
      workspaceName,
      inviterName: mail.inviter?.name || workspaceName,
      url: invitationLink(mail.origin, deps.database.region, link),
      days: limits.invitationDays,
    },
    validMs: expiresAt.getTime() - now.getTime(),
  });
  return toInvitation(row, mail.inviter?.name ?? '', now);
}

function refuse(message: string): never {
  fail('invalid_input', { message, issues: [{ path: 'to', message }] });
}
