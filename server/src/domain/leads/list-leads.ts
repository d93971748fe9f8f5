import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { LeadSort } from '@antiphon/contract/lead-fields';
import type { Lead, LeadDetail, LeadField, LeadFilters } from '@antiphon/contract/leads';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listGroupsOf } from './lead-groups.queries.ts';
import { canEraseLeads, canWriteLeads } from './leads.policy.ts';
import {
  countConversations,
  countLeads,
  findLeadRow,
  type LeadRow,
  listHistory,
  listLeadRows,
  readClock,
} from './leads.queries.ts';
import { toLead, toQuery } from './leads.rules.ts';

type Deps = { database: Database };
type Query = LeadFilters & { cursor?: string | undefined; limit: number; sort: LeadSort };

const HISTORY_MAX = 50;

/** Leads of an agent, page by page. Fails with `not_found` where the agent is not the scope's. */
export async function listLeads(deps: Deps, member: Member, agentId: AgentId, query: Query) {
  const { scope } = member;
  const { cursor, limit, sort, ...filters } = query;
  const after = readCursor(cursor);
  const wanted = { matching: toQuery(filters) };
  const { rows, items, total, readAt } = await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const rows = await listLeadRows(tx, scope, agentId, wanted, { sort, after, limit: limit + 1 });
    const isAll = after === null && rows.length <= limit;
    return {
      rows,
      items: await toLeads(tx, scope, rows.slice(0, limit)),
      total: isAll ? rows.length : await countLeads(tx, scope, agentId, wanted),
      readAt: (await readClock(tx)).toISOString(),
    };
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last ? writeCursor(sort === 'seen' ? last.lastSeenAt : last.createdAt, last.id) : null;
  return { items, nextCursor, total, readAt, canWrite: canWriteLeads(member), canErase: canEraseLeads(member) };
}

/** With their groups and the number of their conversations. */
export async function toLeads(tx: Tx, scope: Scope, rows: readonly LeadRow[]): Promise<Lead[]> {
  const ids = rows.map(({ id }) => id);
  const groups = await listGroupsOf(tx, scope, ids);
  const conversations = await countConversations(tx, scope, ids);
  return rows.map((row) => toLead(row, groups.get(row.id) ?? [], conversations.get(row.id) ?? 0));
}

export async function toOneLead(tx: Tx, scope: Scope, row: LeadRow): Promise<Lead> {
  const [lead] = await toLeads(tx, scope, [row]);
  return lead ?? fail('not_found');
}

export async function getLead(deps: Deps, scope: Scope, agentId: AgentId, id: LeadId): Promise<LeadDetail> {
  return deps.database.transaction(scope, async (tx) => {
    const row = await findLeadRow(tx, scope, agentId, id);
    if (!row) fail('not_found');
    const history = await listHistory(tx, scope, id, HISTORY_MAX);
    const times = history.map(({ createdAt, lastMessageAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
      lastMessageAt: lastMessageAt.toISOString(),
    }));
    return { ...(await toOneLead(tx, scope, row)), history: times };
  });
}

/** As the working copy has them. */
export async function listLeadFields(deps: Deps, scope: Scope, agentId: AgentId): Promise<LeadField[]> {
  return deps.database.transaction(scope, async (tx) => (await getAgentSettings(tx, scope, agentId)).leadFields);
}
