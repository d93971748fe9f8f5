import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { Lead, NewLead } from '@antiphon/contract/leads';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { checked, demandOwnEmail } from './change-lead.ts';
import { addMembers, listGroupsOf } from './lead-groups.queries.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { deleteLeadRows, findLeadRows, moveConversations, updateLeadRow } from './leads.queries.ts';
import { toColumns } from './leads.rules.ts';
import { keepDistinctions } from './list-duplicates.ts';
import { toOneLead } from './list-leads.ts';

type Deps = { database: Database };
/** The one that stays has the values that were chosen, the groups and conversations of all, and the earliest beginning. */
export async function mergeLeads(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  { keepId, mergeIds, values }: { keepId: LeadId; mergeIds: LeadId[]; values: NewLead },
): Promise<Lead> {
  demandLeadWrite(member);
  const { scope } = member;
  const others = [...new Set(mergeIds)].filter((id) => id !== keepId);
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const rows = await findLeadRows(tx, scope, agentId, [keepId, ...others]);
    const kept = rows.find(({ id }) => id === keepId);
    if (!kept || rows.length < others.length + 1 || others.length === 0) fail('not_found');
    const groups = [...(await listGroupsOf(tx, scope, others)).values()].flat();
    const custom = Object.assign({}, ...rows.map((row) => row.custom), kept.custom) as Record<string, string>;
    const content = await checked(tx, scope, agentId, { ...kept, custom }, values);
    await addMembers(
      tx,
      scope,
      [...new Set(groups.map(({ id }) => id))].map((groupId) => ({ groupId, leadId: keepId })),
    );
    await moveConversations(tx, scope, others, keepId);
    await keepDistinctions(tx, scope, keepId, others);
    await deleteLeadRows(tx, scope, agentId, others);
    await demandOwnEmail(tx, scope, agentId, content, keepId);
    const row = await updateLeadRow(tx, scope, keepId, {
      ...toColumns(content),
      createdAt: new Date(Math.min(...rows.map(({ createdAt }) => createdAt.getTime()))),
      lastSeenAt: new Date(Math.max(...rows.map(({ lastSeenAt }) => lastSeenAt.getTime()))),
    });
    const details = { merged: others };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.merge', target: keepId, details });
    return toOneLead(tx, scope, row);
  });
}
