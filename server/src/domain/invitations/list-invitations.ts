import { fail } from '@antiphon/contract/errors';
import type { InvitationId } from '@antiphon/contract/ids';
import type { Invitation } from '@antiphon/contract/invitations';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { deleteInvitation, type InvitationRow, listInvitations as listRows } from './invitations.queries.ts';
import { isExpired } from './invitations.rules.ts';

type Deps = { database: Database; systemScope: SystemScope; now?: () => Date };

/** Open invitations, the one sent last first; those that ran out among them, since they can be sent again. */
export async function listInvitations(deps: Deps, member: Member): Promise<Invitation[]> {
  const rows = await deps.database.transaction(member.scope, (tx) => listRows(tx, member.scope));
  const names = await listMemberNames(deps, member.scope);
  const now = deps.now?.() ?? new Date();
  return rows.map((row) => toInvitation(row, (row.invitedBy && names.get(row.invitedBy)) || '', now));
}

/** The link in the mail ends with the commit. */
export async function revokeInvitation(deps: Deps, actor: Member, id: InvitationId): Promise<void> {
  demand(actor, 'members.write');
  const { scope } = actor;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await deleteInvitation(tx, scope, id))) fail('not_found');
    await recordAudit(tx, scope, { actor: actorOf(actor), action: 'invitation.revoke', target: id });
  });
}

export const toInvitation = (row: InvitationRow, invitedBy: string, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  permissions: row.permissions,
  invitedBy,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: isExpired(row, now),
});
