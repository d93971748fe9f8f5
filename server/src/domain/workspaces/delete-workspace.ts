import { fail } from '@antiphon/contract/errors';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import type { Member } from '../identity/identity.policy.ts';
import { demandOwnerOfFurther } from './workspaces.policy.ts';
import { endWorkspace, lockWorkspace } from './workspaces.queries.ts';

/**
 * From the commit on nobody reaches the workspace: members, invitations and the key are gone, its agents answer nobody. What
 * else it holds is taken away by `eraseWorkspace`, a job, because it may be more than one transaction can delete.
 */
export async function deleteWorkspace(deps: { database: Database }, member: Member): Promise<void> {
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockWorkspace(tx, scope);
    if (!row) fail('not_found');
    demandOwnerOfFurther(member, row);
    await endWorkspace(tx, scope, new Date());
    await recordAudit(tx, scope, { actor: row.ownerUserId, action: 'workspace.delete', target: row.uid });
    await emit(tx, scope, { type: 'workspace_deleted', payload: {} });
  });
}
