import type { Member as ListedMember } from '@antiphon/contract/members';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { getMax } from '../entitlements/get-entitlements.ts';
import type { Member } from '../identity/identity.policy.ts';
import { memberAbilities } from './members.policy.ts';
import { listMembers as listRows } from './members.system.queries.ts';

type Members = { usersPerms: ListedMember[]; seats: { used: number; total: number | null } };

/** Every member sees who else is here and what they may do. */
export async function listMembers(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
): Promise<Members> {
  const uid = member.scope.workspaceUid;
  const { rows, total } = await deps.database.transaction(deps.systemScope, async (tx) => ({
    rows: await listRows(tx, uid),
    total: await getMax(tx, member.scope, 'workspaceSeats'),
  }));
  const usersPerms = rows.map(({ ownerUserId, photoURL, joinedAt, ...row }) => {
    const isOwner = row.userId === ownerUserId;
    return {
      ...row,
      photoURL: photoURL ?? '',
      joinedAt: Math.floor(joinedAt.getTime() / 1_000),
      isOwner,
      isSelf: row.userId === member.userId,
      abilities: memberAbilities(member, { userId: row.userId, isOwner }),
    };
  });
  return { usersPerms, seats: { used: rows.length, total } };
}
