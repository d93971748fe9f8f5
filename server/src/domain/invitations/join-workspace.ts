import { fail } from '@antiphon/contract/errors';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SignedInUser } from '../identity/identity.ports.ts';
import { confirmEmail } from '../identity/update-profile.ts';
import { addMember } from '../members/add-member.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { deleteInvitation } from './invitations.queries.ts';
import { isExpired } from './invitations.rules.ts';
import { findBySecret } from './invitations.system.queries.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  now?: () => Date;
};
type Link = { uid: WorkspaceUid; secret: string; email: string };

/** What the page of a link shows. It writes nothing, so that a mail scanner that opens every link uses none up. */
export async function getInvitation(deps: Deps, link: Link) {
  const found = await deps.database.transaction(deps.systemScope, (tx) =>
    findBySecret(tx, link.uid, hashSecret(link.secret)),
  );
  const isMeant = found && found.email === link.email.trim().toLowerCase();
  if (!isMeant || isExpired(found, deps.now?.() ?? new Date())) fail('invitation_not_found');
  return found;
}

/**
 * Joins with the permissions that the invitation carries, which is used up. Only the account of the invited address can;
 * that address is verified by it. Whoever is a member already stays one as before.
 */
export async function joinWorkspace(deps: Deps, user: Pick<SignedInUser, 'userId' | 'email'>, link: Link) {
  const invitation = await getInvitation(deps, link);
  if (user.email.toLowerCase() !== invitation.email)
    fail('forbidden', { message: `This invitation is for ${invitation.email}. Sign in with that address.` });
  const scope = deps.makeScope(link.uid);
  await deps.database.transaction(scope, async (tx) => {
    if (!(await deleteInvitation(tx, scope, invitation.id))) fail('invitation_not_found');
    const isNew = await addMember(tx, scope, user.userId, invitation.permissions);
    const details = { invitation: invitation.id, permissions: invitation.permissions, isNew };
    await recordAudit(tx, scope, { actor: user.userId, action: 'member.join', target: user.userId, details });
  });
  // The secret came in a mail to this address: who has it reads that mailbox.
  await confirmEmail(deps, user.userId);
}
