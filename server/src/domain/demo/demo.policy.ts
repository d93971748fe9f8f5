import { fail } from '@antiphon/contract/errors';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { can, type Member } from '../identity/identity.policy.ts';

/** Demo data touches agents, orgs, clients and the agency: whoever makes or removes it may change all of these. */
export const mayDoDemo = (member: Member) =>
  !member.client && PERMISSIONS.every((permission) => can(member, permission));

export function demandDemo(member: Member) {
  if (!mayDoDemo(member)) fail('forbidden');
}
