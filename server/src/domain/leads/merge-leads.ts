import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { Lead, NewLead } from '@antiphon/contract/leads';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { checked, demandOwnEmail } from './change-lead.ts';
import { addMembers, listGroupsOf } from './lead-groups.queries.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { deleteLeadRows, findLeadRows, listSameKeys, moveConversations, updateLeadRow } from './leads.queries.ts';
import { toColumns } from './leads.rules.ts';
import { toLeads, toOneLead } from './list-leads.ts';

type Deps = { database: Database };
export type Duplicates = { reason: 'email' | 'phone' | 'name'; leads: Lead[] };

const SHOWN = { groups: 50, leads: 10 };
const REASONS = ['email', 'phone', 'name'] as const;

/** Leads that may be one person, the surest reason first; the same leads are shown once. */
export async function listDuplicates(deps: Deps, scope: Scope, agentId: AgentId): Promise<Duplicates[]> {
  return deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const seen = new Set<string>();
    const found: Duplicates[] = [];
    for (const reason of REASONS) {
      for (const ids of await listSameKeys(tx, scope, agentId, reason, SHOWN)) {
        const key = [...ids].sort().join();
        if (seen.has(key) || found.length >= SHOWN.groups) continue;
        seen.add(key);
        const rows = await findLeadRows(tx, scope, agentId, ids);
        const leads = await toLeads(tx, scope, rows);
        found.push({ reason, leads: leads.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) });
      }
    }
    return found;
  });
}

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
