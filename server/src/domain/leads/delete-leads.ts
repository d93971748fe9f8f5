import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { findByKeys, findDeleted, markDeleted, unmarkDeleted } from './leads.queries.ts';
import { RESTORABLE_MS } from './leads.rules.ts';
import { deleteDeletedBefore } from './leads.system.queries.ts';

type Deps = { database: Database };

/** Restorable for an hour. Returns how many there were; those that are gone already are no failure, unless all are. */
export async function deleteLeads(deps: Deps, member: Member, agentId: AgentId, ids: LeadId[]): Promise<number> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const changed = await markDeleted(tx, scope, agentId, ids, new Date());
    if (changed === 0) fail('not_found');
    const details = { leads: changed };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.delete', target: agentId, details });
    return changed;
  });
}

/**
 * Those whose address became another lead's meanwhile stay deleted: returns how many came back. Fails with `not_found` where
 * there is none, `lead_exists` where none can come back.
 */
export async function restoreLeads(deps: Deps, member: Member, agentId: AgentId, ids: LeadId[]): Promise<number> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const rows = await findDeleted(tx, scope, agentId, ids);
    if (rows.length === 0) fail('not_found');
    const emails = rows.flatMap(({ emailKey }) => (emailKey === '' ? [] : [emailKey]));
    const taken = new Set((await findByKeys(tx, scope, agentId, { emails, phones: [] })).map((row) => row.emailKey));
    const free: LeadId[] = [];
    for (const { id, emailKey } of rows) {
      if (taken.has(emailKey)) continue;
      if (emailKey !== '') taken.add(emailKey);
      free.push(id);
    }
    if (free.length === 0) fail('lead_exists');
    await unmarkDeleted(tx, scope, agentId, free);
    const details = { leads: free.length };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.restore', target: agentId, details });
    return free.length;
  });
}

/** For good, what can be restored no more. */
export async function purgeLeads(deps: Deps, systemScope: SystemScope, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - RESTORABLE_MS);
  await deps.database.transaction(systemScope, (tx) => deleteDeletedBefore(tx, systemScope, before));
}
