import type { AgentId, ConversationId, LeadDeletionId, LeadId } from '@antiphon/contract/ids';
import type { LeadSort } from '@antiphon/contract/lead-fields';
import type { LeadFilters, LeadSelection } from '@antiphon/contract/leads';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/is-among.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { leadConversations, leadGroupMembers, leads } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';

export type LeadRow = typeof leads.$inferSelect;
export type NewLeadRow = Omit<typeof leads.$inferInsert, 'workspaceUid'>;

const isOf = (scope: Scope, agentId: AgentId) =>
  and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.agentId, agentId));
const isLive = (scope: Scope, agentId: AgentId) => and(isOf(scope, agentId), isNull(leads.deletedAt));
/** As one parameter, however many there are. */
const isAny = (scope: Scope, agentId: AgentId, ids: readonly LeadId[]) =>
  and(isOf(scope, agentId), sql`${leads.id} = any(${sql.param([...ids])}::text[])`);

const byName = sql`lower(${leads.name})`;
const ORDERS: Record<LeadSort, SQL[]> = {
  created: [desc(leads.createdAt), desc(leads.id)],
  seen: [desc(leads.lastSeenAt), desc(leads.id)],
  name: [asc(byName), asc(leads.id)],
};

/** What comes after the last row of the page before; by name it is that row's name now, for a cursor holds no name. */
function isAfter(scope: Scope, sort: LeadSort, after: Cursor): SQL | undefined {
  if (sort === 'name')
    return sql`(${byName}, ${leads.id}) > (select lower(l.name), l.id from leads l where l.id = ${after.id} and l.workspace_uid = ${scope.workspaceUid})`;
  const column = sort === 'created' ? leads.createdAt : leads.lastSeenAt;
  return isBehind(column, leads.id, after);
}

/** `digits` of the search, where it is a number. */
export type LeadQuery = LeadFilters & { digits: string };

function matches(scope: Scope, agentId: AgentId, { search, digits, groupId, source, from, to }: LeadQuery) {
  const words = search?.trim().toLowerCase() ?? '';
  const holds = (column: SQL | typeof leads.emailKey) => sql`strpos(${column}, ${words}) > 0`;
  return and(
    isLive(scope, agentId),
    source && eq(leads.source, source),
    from ? gte(leads.createdAt, new Date(from)) : undefined,
    to ? lt(leads.createdAt, new Date(to)) : undefined,
    groupId &&
      isAmong(
        leads.id,
        sql`(select m.lead_id from ${leadGroupMembers} m where m.workspace_uid = ${scope.workspaceUid} and m.group_id = ${groupId})`,
      ),
    words
      ? or(
          holds(byName),
          holds(leads.emailKey),
          holds(sql`lower(${leads.company})`),
          digits ? sql`strpos(${leads.phoneKey}, ${digits}) > 0` : undefined,
        )
      : undefined,
  );
}

/** As `LeadSelection`, with the `digits` of its search. */
export type LeadChoice = Pick<LeadSelection, 'leadIds'> & { matching?: LeadQuery | undefined };

/** The live ones of a selection; that none is meant where neither is said is the contract's to see. */
export const isChosen = (scope: Scope, agentId: AgentId, { leadIds, matching }: LeadChoice) =>
  matching ? matches(scope, agentId, matching) : and(isAny(scope, agentId, leadIds ?? []), isNull(leads.deletedAt));

export function listLeadRows(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  choice: LeadChoice,
  { sort, after, limit }: { sort: LeadSort; limit: number; after: Cursor | null },
): Promise<LeadRow[]> {
  return tx
    .select()
    .from(leads)
    .where(and(isChosen(scope, agentId, choice), after ? isAfter(scope, sort, after) : undefined))
    .orderBy(...ORDERS[sort])
    .limit(limit);
}

export async function countLeads(tx: Tx, scope: Scope, agentId: AgentId, choice: LeadChoice): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(leads)
    .where(isChosen(scope, agentId, choice));
  return row?.n ?? 0;
}

/** The clock that `created_at` is told by, rounded up: what is there already was created before it. */
export async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute(sql`select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  return new Date((rows[0] as { ms: number }).ms);
}

/** Empty where there is no such lead. */
export async function findName(tx: Tx, scope: Scope, id: LeadId): Promise<string> {
  const [row] = await tx
    .select({ name: leads.name })
    .from(leads)
    .where(and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.id, id)));
  return row?.name ?? '';
}

export async function findLeadRow(tx: Tx, scope: Scope, agentId: AgentId, id: LeadId): Promise<LeadRow | null> {
  const [row] = await tx
    .select()
    .from(leads)
    .where(and(isLive(scope, agentId), eq(leads.id, id)));
  return row ?? null;
}

export const findLeadRows = (tx: Tx, scope: Scope, agentId: AgentId, ids: readonly LeadId[]): Promise<LeadRow[]> =>
  tx
    .select()
    .from(leads)
    .where(and(isAny(scope, agentId, ids), isNull(leads.deletedAt)));

/** Of those with one of the keys. */
export function findByKeys(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  keys: { emails: readonly string[]; phones: readonly string[] },
): Promise<LeadRow[]> {
  const [emails, phones] = [[...keys.emails], [...keys.phones]];
  if (emails.length === 0 && phones.length === 0) return Promise.resolve([]);
  const ways = [
    ...(emails.length > 0 ? [inArray(leads.emailKey, emails)] : []),
    ...(phones.length > 0 ? [inArray(leads.phoneKey, phones)] : []),
  ];
  return tx
    .select()
    .from(leads)
    .where(and(isLive(scope, agentId), or(...ways)))
    .orderBy(asc(leads.createdAt), asc(leads.id));
}

export async function insertLeads(tx: Tx, scope: Scope, rows: NewLeadRow[]): Promise<LeadRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(leads)
    .values(rows.map((row) => ({ ...row, workspaceUid: scope.workspaceUid })))
    .returning();
}

export async function updateLeadRow(tx: Tx, scope: Scope, id: LeadId, change: Partial<LeadRow>): Promise<LeadRow> {
  const [row] = await tx
    .update(leads)
    .set(change)
    .where(and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.id, id)))
    .returning();
  return row as LeadRow;
}

/** Many rows in one statement. */
export async function rewriteLeads(tx: Tx, scope: Scope, rows: readonly LeadRow[]) {
  if (rows.length === 0) return;
  const given = JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      company: row.company,
      custom: row.custom,
      note: row.note,
      name_key: row.nameKey,
      email_key: row.emailKey,
      phone_key: row.phoneKey,
      last_seen_at: row.lastSeenAt,
    })),
  );
  await tx.execute(sql`
    update leads l set name = x.name, email = x.email, phone = x.phone, company = x.company, custom = x.custom, note = x.note,
      name_key = x.name_key, email_key = x.email_key, phone_key = x.phone_key, last_seen_at = x.last_seen_at
    from jsonb_to_recordset(${given}::jsonb) as x(id text, name text, email text, phone text, company text, custom jsonb, note text,
      name_key text, email_key text, phone_key text, last_seen_at timestamptz)
    where l.id = x.id and l.workspace_uid = ${scope.workspaceUid}`);
}

/** Returns how many. */
export async function markDeleted(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  choice: LeadChoice,
  deletion: { deletedAt: Date; deletionId: LeadDeletionId },
): Promise<number> {
  const changed = tx
    .update(leads)
    .set(deletion)
    .where(isChosen(scope, agentId, choice))
    .returning({ id: leads.id });
  return (await changed).length;
}

const isDeletedBy = (scope: Scope, agentId: AgentId, id: LeadDeletionId) =>
  and(isOf(scope, agentId), eq(leads.deletionId, id), isNotNull(leads.deletedAt));

export async function countDeleted(tx: Tx, scope: Scope, agentId: AgentId, id: LeadDeletionId): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(leads)
    .where(isDeletedBy(scope, agentId, id));
  return row?.n ?? 0;
}

/** Those whose address is no other lead's meanwhile; returns how many. They went together, so that no two of them share one. */
export async function unmarkDeleted(tx: Tx, scope: Scope, agentId: AgentId, id: LeadDeletionId): Promise<number> {
  const taken = tx
    .select({ key: leads.emailKey })
    .from(leads)
    .where(and(isLive(scope, agentId), ne(leads.emailKey, '')));
  const changed = await tx
    .update(leads)
    .set({ deletedAt: null, deletionId: null })
    .where(and(isDeletedBy(scope, agentId, id), notInArray(leads.emailKey, taken)))
    .returning({ id: leads.id });
  return changed.length;
}

export async function deleteLeadRows(tx: Tx, scope: Scope, agentId: AgentId, ids: readonly LeadId[]) {
  await tx.delete(leads).where(isAny(scope, agentId, ids));
}

/** What was known from the conversations of `from` is known of `to`. */
export async function moveConversations(tx: Tx, scope: Scope, from: readonly LeadId[], to: LeadId) {
  await tx.execute(sql`
    insert into lead_conversations (lead_id, conversation_id, workspace_uid)
    select ${to}, conversation_id, workspace_uid from lead_conversations
    where workspace_uid = ${scope.workspaceUid} and ${inArray(leadConversations.leadId, [...from])}
    on conflict do nothing`);
}

export const listConversationIds = async (tx: Tx, scope: Scope, id: LeadId): Promise<ConversationId[]> => {
  const rows = await tx
    .select({ id: leadConversations.conversationId })
    .from(leadConversations)
    .where(and(eq(leadConversations.workspaceUid, scope.workspaceUid), eq(leadConversations.leadId, id)));
  return rows.map((row) => row.id);
};

export async function countConversations(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Map<LeadId, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: leadConversations.leadId, n: count() })
    .from(leadConversations)
    .where(and(eq(leadConversations.workspaceUid, scope.workspaceUid), inArray(leadConversations.leadId, [...ids])))
    .groupBy(leadConversations.leadId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Newest first. */
export function listHistory(tx: Tx, scope: Scope, id: LeadId, most: number) {
  const firstQuestion = sql<string>`coalesce((select left(m.text, 200) from ${messages} m
    where m.conversation_id = ${conversations.id} and m.role = 'visitor' order by m.position limit 1), '')`;
  return tx
    .select({
      id: conversations.id,
      firstQuestion,
      createdAt: conversations.createdAt,
      lastMessageAt: conversations.lastMessageAt,
    })
    .from(conversations)
    .innerJoin(leadConversations, eq(leadConversations.conversationId, conversations.id))
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(leadConversations.leadId, id)))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(most);
}
