import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Workspace } from '@antiphon/contract/workspaces';
import { isUpgradeOffered } from '../billing/upgrade.rules.ts';
import { can, canAll, type Member } from '../identity/identity.policy.ts';

type Owned = { uid: string; ownerUserId: UserId };
type Customer = Owned & { isAgency: boolean; stripeSubscriptionId: string | null; joinedAt: Date };
type Actor = Pick<Member, 'userId' | 'permissions'>;

/** In person: the bearer key is nobody's owner, so that a leaked key can neither delete nor give away. */
const isOwner = (actor: Actor, workspace: Owned) => actor.userId === workspace.ownerUserId;

/** One record with its owner (specification, section 3): it can be neither deleted, given away nor left. */
const isPersonal = (workspace: Owned) => workspace.uid === workspace.ownerUserId;

export function demandOwnerOfFurther(actor: Actor, workspace: Owned) {
  if (!isOwner(actor, workspace)) fail('forbidden');
  if (isPersonal(workspace))
    fail('forbidden', { message: 'Your personal workspace cannot be deleted or given to somebody else.' });
}

/** `loadTokens` are the credits left. */
export function workspaceAbilities(
  actor: Actor,
  workspace: Customer,
  loadTokens: number,
  now: Date,
): Workspace['abilities'] {
  const ownsFurther = isOwner(actor, workspace) && !isPersonal(workspace);
  return {
    canRename: can(actor, 'members.write'),
    canManageMembers: can(actor, 'members.write'),
    canRotateSecret: canAll(actor),
    canExport: canAll(actor),
    canTransfer: ownsFurther,
    canDelete: ownsFurther,
    canLeave: actor.userId !== null && !isOwner(actor, workspace),
    canUpgrade: isUpgradeOffered(
      { ...workspace, joinedAt: Math.floor(workspace.joinedAt.getTime() / 1_000), loadTokens },
      now,
    ),
    canTestChat: !workspace.isAgency,
  };
}
