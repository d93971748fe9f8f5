import type { Member as ListedMember } from '@antiphon/contract/members';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { memberAbilities } from './members.policy.ts';
import { totalSeats } from './members.rules.ts';
import { listMembers as listRows } from './members.system.queries.ts';

type Members = { usersPerms: ListedMember[]; seats: { used: number; total: number } };

/** Every member sees who else is here and what they may do. */
export async function listMembers(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
): Promise<Members> {
  const uid = member.scope.workspaceUid;
  const rows = await deps.database.transaction(deps.systemScope, (tx) => listRows(tx, uid));
  const usersPerms = rows.map(({ ownerUserId, workspaceSeats: _seats, photoURL, joinedAt, ...row }) => {
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
  return { usersPerms, seats: { used: rows.length, total: totalSeats(rows[0]?.workspaceSeats ?? 0) } };
}
