import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Scope } from '../../db/scope.ts';

/** Who acts in a workspace: a person, or its bearer key (`userId` null, all permissions). */
export type Member = { scope: Scope; userId: UserId | null; permissions: readonly Permission[] };

export const can = (member: Pick<Member, 'permissions'>, permission: Permission) =>
  member.permissions.includes(permission);

export function demand(member: Pick<Member, 'permissions'>, permission: Permission) {
  if (!can(member, permission)) fail('forbidden');
}

/** The name under which a member stands in the audit log. */
export const actorOf = (member: Pick<Member, 'userId'>) => member.userId ?? 'key';
