import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endOpened } from '../client-sessions/end-opened.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandMayRemove } from './members.policy.ts';
import { deleteMember, findMember, lockMembers } from './members.queries.ts';

/**
 * Access is asked for at each call, so that the next one of the removed member, from any session, finds nothing. What they
 * opened in clients' places ends too; a key of the workspace or its agency that they saw is rotated by hand.
 */
export async function removeMember(deps: { database: Database }, actor: Member, userId: UserId): Promise<void> {
  demand(actor, 'members.write');
  const { scope } = actor;
  await deps.database.transaction(scope, async (tx) => {
    const workspace = await lockMembers(tx, scope);
    if (!workspace || !(await findMember(tx, scope, userId))) fail('not_found');
    demandMayRemove(actor, { userId, isOwner: userId === workspace.ownerUserId });
    await deleteMember(tx, scope, userId);
    await endOpened(tx, scope, userId);
    await recordAudit(tx, scope, { actor: actorOf(actor), action: 'member.remove', target: userId });
  });
}

/** The owner gives the workspace to somebody else first; a key is no member. */
export async function leaveWorkspace(deps: { database: Database }, actor: Member): Promise<void> {
  const { scope, userId } = actor;
  if (!userId) fail('forbidden');
  await deps.database.transaction(scope, async (tx) => {
    const workspace = await lockMembers(tx, scope);
    if (!workspace || !(await findMember(tx, scope, userId))) fail('not_found');
    if (userId === workspace.ownerUserId)
      fail('forbidden', { message: 'The owner cannot leave. Make another member the owner first.' });
    await deleteMember(tx, scope, userId);
    await endOpened(tx, scope, userId);
    await recordAudit(tx, scope, { actor: userId, action: 'member.leave', target: userId });
  });
}
