import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import { can, type Member } from '../identity/identity.policy.ts';

/** A key acts for a person: the workspace's own key is nobody, and no key makes another. */
export function demandPerson({ userId, accessKeyId }: Member): UserId {
  if (!userId || accessKeyId)
    fail('forbidden', { message: 'Sign in to manage access keys: each belongs to a person.' });
  return userId;
}

/** Whose keys somebody sees and revokes: their own, and everybody's (null) where they manage members. */
export const whoseKeys = (member: Member): UserId | null =>
  can(member, 'members.write') ? null : demandPerson(member);
