import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Member } from '../identity/identity.policy.ts';
import { demandOwnerOfFurther } from '../workspaces/workspaces.policy.ts';
import { findMember, lockMembers, setOwner } from './members.queries.ts';

/** The new owner has all permissions from then on; the one before stays a member with those they had. */
export async function transferOwnership(
  deps: { database: Database },
  actor: Member,
  input: { userId: UserId; workspaceName: string },
): Promise<void> {
  const { scope } = actor;
  const { userId } = input;
  await deps.database.transaction(scope, async (tx) => {
    const workspace = await lockMembers(tx, scope);
    if (!workspace) fail('not_found');
    demandOwnerOfFurther(actor, { uid: scope.workspaceUid, ownerUserId: workspace.ownerUserId });
    if (!(await findMember(tx, scope, userId))) fail('not_found');
    if (input.workspaceName.trim() !== workspace.workspaceName) {
      const issue = { path: 'workspaceName', message: 'This is not the name of the workspace.' };
      fail('invalid_input', { message: issue.message, issues: [issue] });
    }
    await setOwner(tx, scope, userId);
    const details = { from: workspace.ownerUserId, to: userId };
    await recordAudit(tx, scope, {
      actor: workspace.ownerUserId,
      action: 'workspace.transfer',
      target: scope.workspaceUid,
      details,
    });
  });
}
