import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { Lead } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { deleteDistinctions, insertDistinctions, listDistinctions, listSameKeys } from './duplicates.queries.ts';
import { firstSame, pairsOf, pairsWith } from './duplicates.rules.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { findLeadRows } from './leads.queries.ts';
import { toLeads } from './list-leads.ts';

type Deps = { database: Database };
type Reason = 'email' | 'phone' | 'name';
type Duplicates = { reason: Reason; leads: Lead[] };

/** Of a group so many are looked at for those that nobody told apart. */
const SHOWN = { groups: 50, leads: 200 };
const REASONS: readonly Reason[] = ['email', 'phone', 'name'];

/** Leads that may be one person, the surest reason first; the same leads are shown once, and never those that were told apart. */
export async function listDuplicates(deps: Deps, scope: Scope, agentId: AgentId): Promise<Duplicates[]> {
  return deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const found = await findGroups(tx, scope, agentId);
    const ids = [...new Set(found.flatMap((group) => group.ids))];
    const leads = await toLeads(tx, scope, await findLeadRows(tx, scope, agentId, ids));
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    return found.map(({ reason, ids }) => ({ reason, leads: ids.flatMap((id) => byId.get(id) ?? []) }));
  });
}

async function findGroups(tx: Tx, scope: Scope, agentId: AgentId): Promise<{ reason: Reason; ids: LeadId[] }[]> {
  const seen = new Set<string>();
  const found: { reason: Reason; ids: LeadId[] }[] = [];
  for (const reason of REASONS) {
    const groups = await listSameKeys(tx, scope, agentId, reason, SHOWN);
    const distinct = await listDistinctions(tx, scope, groups.flat());
    for (const all of groups) {
      const ids = firstSame(all, distinct, limits.leadMergeMax);
      const key = ids.toSorted().join();
      if (ids.length === 0 || seen.has(key) || found.length >= SHOWN.groups) continue;
      seen.add(key);
      found.push({ reason, ids });
    }
  }
  return found;
}

/** Whoever is told apart is not offered together again, whatever they share. Fails with `not_found` where one is not there. */
export async function setDistinct(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  { leadIds, areDistinct }: { leadIds: LeadId[]; areDistinct: boolean },
): Promise<void> {
  demandLeadWrite(member);
  const { scope } = member;
  const ids = [...new Set(leadIds)];
  await deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    if ((await findLeadRows(tx, scope, agentId, ids)).length < ids.length) fail('not_found');
    await (areDistinct ? insertDistinctions : deleteDistinctions)(tx, scope, pairsOf(ids));
  });
}

/** Whoever was told apart from one of those that are merged is told apart from the one that stays. */
export async function keepDistinctions(tx: Tx, scope: Scope, kept: LeadId, merged: readonly LeadId[]): Promise<void> {
  const told = new Set((await listDistinctions(tx, scope, merged)).flat());
  const others = [...told].filter((id) => !merged.includes(id));
  await insertDistinctions(tx, scope, pairsWith(kept, others));
}
