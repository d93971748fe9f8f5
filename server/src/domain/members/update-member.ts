import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandMayChange, demandMayGive } from './members.policy.ts';
import { findMember, lockMembers, setPermissions } from './members.queries.ts';

/** Replaces what a member may do; it counts from the member's next call on. */
export async function updateMember(
  deps: { database: Database },
  actor: Member,
  input: { userId: UserId; permissions: readonly Permission[] },
): Promise<void> {
  demand(actor, 'members.write');
  const { scope } = actor;
  const { userId } = input;
  const permissions = PERMISSIONS.filter((permission) => input.permissions.includes(permission));
  await deps.database.transaction(scope, async (tx) => {
    const workspace = await lockMembers(tx, scope);
    const found = await findMember(tx, scope, userId);
    if (!workspace || !found) fail('not_found');
    demandMayChange(actor, { userId, isOwner: userId === workspace.ownerUserId });
    demandMayGive(actor, found.permissions, permissions);
    await setPermissions(tx, scope, userId, permissions);
    const details = { before: found.permissions, after: permissions };
    await recordAudit(tx, scope, { actor: actorOf(actor), action: 'member.update', target: userId, details });
  });
}
