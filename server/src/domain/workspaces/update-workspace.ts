import { newWorkspaceSecret } from '@antiphon/contract/ids';
import type { Workspace } from '@antiphon/contract/workspaces';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { readWorkspace } from './get-workspace.ts';
import { hashSecret } from './secrets.rules.ts';
import { updateWorkspace } from './workspaces.queries.ts';

export async function renameWorkspace(
  deps: { database: Database },
  member: Member,
  workspaceName: string,
): Promise<Workspace> {
  demand(member, 'members.write');
  return deps.database.transaction(member.scope, async (tx) => {
    await updateWorkspace(tx, member.scope, { workspaceName });
    return readWorkspace(tx, deps.database.region, member);
  });
}

/** The old key ends with the commit; the new one is returned this once and stored as a hash. */
export async function rotateSecret(deps: { database: Database }, member: Member): Promise<string> {
  demand(member, 'credentials.write');
  const secret = newWorkspaceSecret();
  await deps.database.transaction(member.scope, async (tx) => {
    await updateWorkspace(tx, member.scope, { secretHash: hashSecret(secret), secretLast4: secret.slice(-4) });
    await recordAudit(tx, member.scope, {
      actor: actorOf(member),
      action: 'workspace.rotate_secret',
      target: member.scope.workspaceUid,
    });
  });
  return secret;
}
