import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import { can, demand, type Member } from '../identity/identity.policy.ts';

type Actor = Pick<Member, 'userId' | 'permissions'>;
type Other = { userId: UserId; isOwner: boolean };

/** Nobody gives, or takes away, what they may not do themselves. */
export function demandMayGive(actor: Actor, before: readonly Permission[], after: readonly Permission[]) {
  demand(actor, 'members.write');
  const changed = [...before, ...after].filter((one) => before.includes(one) !== after.includes(one));
  const own = changed.filter((permission) => !can(actor, permission));
  if (own.length > 0)
    fail('forbidden', { message: `You can give and take only permissions that you have: not ${own.join(', ')}.` });
}

/** The owner has all permissions and cannot be removed; nobody changes their own. */
export function memberAbilities(actor: Actor, other: Other): { canChange: boolean; canRemove: boolean } {
  const isOpen = can(actor, 'members.write') && !other.isOwner && other.userId !== actor.userId;
  return { canChange: isOpen, canRemove: isOpen };
}

export function demandMayChange(actor: Actor, other: Other) {
  demand(actor, 'members.write');
  if (other.isOwner) fail('forbidden', { message: 'The owner of a workspace has all permissions.' });
  if (other.userId === actor.userId) fail('forbidden', { message: 'You cannot change your own permissions.' });
}

export function demandMayRemove(actor: Actor, other: Other) {
  demand(actor, 'members.write');
  if (other.userId === actor.userId) fail('forbidden', { message: 'You cannot remove yourself from the workspace.' });
  if (other.isOwner) fail('forbidden', { message: 'The owner of a workspace cannot be removed from it.' });
}
