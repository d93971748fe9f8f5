import { newWorkspaceSecret } from '@antiphon/contract/ids';
import type { Workspace } from '@antiphon/contract/workspaces';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, demandAll, type Member } from '../identity/identity.policy.ts';
import { readWorkspace } from './get-workspace.ts';
import { hashSecret } from './secrets.rules.ts';
import { updateWorkspace } from './workspaces.queries.ts';

/** Changes what is given; fields that are left out stay as they are. */
export async function saveWorkspace(
  deps: { database: Database },
  member: Member,
  input: { workspaceName?: string | undefined; workspacePhotoURL?: string | undefined },
): Promise<Workspace> {
  demand(member, 'members.write');
  const { scope } = member;
  const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return deps.database.transaction(scope, async (tx) => {
    if (Object.keys(change).length > 0) {
      await updateWorkspace(tx, scope, change);
      await recordAudit(tx, scope, {
        actor: actorOf(member),
        action: 'workspace.update',
        target: scope.workspaceUid,
        details: change,
      });
    }
    return readWorkspace(tx, deps.database.region, member);
  });
}

/** The old key ends with the commit; the new one is returned this once and stored as a hash. */
export async function rotateSecret(deps: { database: Database }, member: Member): Promise<string> {
  demandAll(member);
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
