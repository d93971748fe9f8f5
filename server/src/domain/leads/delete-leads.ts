import { fail } from '@antiphon/contract/errors';
import { type AgentId, type LeadDeletionId, newLeadDeletionId } from '@antiphon/contract/ids';
import type { LeadSelection } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { countDeleted, countLeads, markDeleted, unmarkDeleted } from './leads.queries.ts';
import { RESTORABLE_MS, toChoice } from './leads.rules.ts';
import { deleteDeletedBefore } from './leads.system.queries.ts';

type Deps = { database: Database };

/** Restorable for an hour. Those that are gone already are no failure, unless all are: `not_found`. */
export async function deleteLeads(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  selection: LeadSelection,
): Promise<{ changed: number; deletionId: LeadDeletionId }> {
  demandLeadWrite(member);
  const { scope } = member;
  const deletionId = newLeadDeletionId();
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const deletion = { deletedAt: new Date(), deletionId };
    const changed = await markDeleted(tx, scope, agentId, toChoice(selection), deletion);
    if (changed === 0) fail('not_found');
    const details = { leads: changed };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.delete', target: agentId, details });
    return { changed, deletionId };
  });
}

/**
 * What went with one deletion. Those whose address became another lead's meanwhile stay deleted: returns how many came back.
 * Fails with `not_found` where there is none, `lead_exists` where none can come back, `lead_limit_reached` where there is no
 * room for all any more.
 */
export async function restoreLeads(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  deletionId: LeadDeletionId,
): Promise<number> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const deleted = await countDeleted(tx, scope, agentId, deletionId);
    if (deleted === 0) fail('not_found');
    const live = await countLeads(tx, scope, agentId, { matching: { digits: '' } });
    if (live + deleted > limits.leadsPerAgentMax) fail('lead_limit_reached');
    const changed = await unmarkDeleted(tx, scope, agentId, deletionId);
    if (changed === 0) fail('lead_exists');
    const details = { leads: changed };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.restore', target: agentId, details });
    return changed;
  });
}

/** For good, what can be restored no more. */
export async function purgeLeads(deps: Deps, systemScope: SystemScope, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - RESTORABLE_MS);
  await inBatches({ database: deps.database, scope: systemScope }, (tx, most) =>
    deleteDeletedBefore(tx, systemScope, before, most),
  );
}
