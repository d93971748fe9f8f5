import type { Database } from '../../db/database.ts';
import { removeDemoAgency } from '../agencies/demo-agency.ts';
import { eraseAgent } from '../agents/purge-agents.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { removeOrgWithPeople } from '../orgs/update-org.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandDemo } from './demo.policy.ts';
import { deleteDemo, findDemo } from './demo.queries.ts';

export type RemoveDeps = { database: Database; fileStore: FileStore };

/**
 * Removes the demo's agent for good, its org with everybody in it, and its brand, also where a person changed them since. The note
 * of what was made goes last, so that what was cut off is gone on with by the next try. Done twice it is done once.
 */
export async function removeDemo(deps: RemoveDeps, member: Member): Promise<void> {
  demandDemo(member);
  const { scope } = member;
  const demo = await deps.database.transaction(scope, (tx) => findDemo(tx, scope));
  if (!demo) return;
  const { agentId, orgId, agencyId } = demo;
  if (agentId) await eraseAgent(deps, scope, agentId);
  await deps.database.transaction(scope, async (tx) => {
    if (orgId) await removeOrgWithPeople(tx, scope, orgId);
    if (agencyId) await removeDemoAgency(tx, scope, agencyId);
    await deleteDemo(tx, scope);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'demo.remove', target: scope.workspaceUid });
  });
}
