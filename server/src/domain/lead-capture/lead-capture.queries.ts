import type { AgentId, ConversationId, LeadId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { leadConversations, leads } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';

export type CapturedRow = typeof leads.$inferSelect;

const isLive = (scope: Scope, agentId: AgentId) =>
  and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.agentId, agentId), isNull(leads.deletedAt));

/** Until the transaction ends nobody else writes leads of this agent: one address makes one lead, however many come at once. */
export async function lockLeads(tx: Tx, agentId: AgentId) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`leads:${agentId}`}, 0))`);
}

export async function findByEmail(tx: Tx, scope: Scope, agentId: AgentId, key: string): Promise<CapturedRow | null> {
  const [row] = await tx
    .select()
    .from(leads)
    .where(and(isLive(scope, agentId), eq(leads.emailKey, key), ne(leads.emailKey, '')));
  return row ?? null;
}

/** The oldest, where several share a number. */
export async function findByPhone(tx: Tx, scope: Scope, agentId: AgentId, key: string): Promise<CapturedRow | null> {
  const [row] = await tx
    .select()
    .from(leads)
    .where(and(isLive(scope, agentId), eq(leads.phoneKey, key), ne(leads.phoneKey, '')))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1);
  return row ?? null;
}

/** The lead that was heard of last in this conversation. */
export async function findByConversation(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  conversationId: ConversationId,
): Promise<CapturedRow | null> {
  const [found] = await tx
    .select({ lead: leads })
    .from(leads)
    .innerJoin(leadConversations, eq(leadConversations.leadId, leads.id))
    .where(and(isLive(scope, agentId), eq(leadConversations.conversationId, conversationId)))
    .orderBy(desc(leads.lastSeenAt), desc(leads.id))
    .limit(1);
  return found?.lead ?? null;
}

export async function countLeadRows(tx: Tx, scope: Scope, agentId: AgentId): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(leads).where(isLive(scope, agentId));
  return row?.n ?? 0;
}

export async function insertLead(tx: Tx, row: typeof leads.$inferInsert) {
  await tx.insert(leads).values(row);
}

export async function updateCaptured(tx: Tx, scope: Scope, id: LeadId, change: Partial<CapturedRow>) {
  await tx
    .update(leads)
    .set(change)
    .where(and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.id, id)));
}

export async function linkConversation(tx: Tx, scope: Scope, leadId: LeadId, conversationId: ConversationId) {
  await tx
    .insert(leadConversations)
    .values({ leadId, conversationId, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing();
}

/** What was learned from visitors in this conversation and in no other. */
export async function deleteKnownFromAlone(tx: Tx, scope: Scope, conversationId: ConversationId) {
  const own = tx
    .select({ id: leadConversations.leadId })
    .from(leadConversations)
    .where(
      and(eq(leadConversations.workspaceUid, scope.workspaceUid), eq(leadConversations.conversationId, conversationId)),
    );
  await tx.delete(leads).where(
    and(
      eq(leads.workspaceUid, scope.workspaceUid),
      inArray(leads.source, ['widget', 'conversation']),
      inArray(leads.id, own),
      sql`not exists (select from ${leadConversations} other where other.lead_id = ${leads.id}
        and other.conversation_id <> ${conversationId})`,
    ),
  );
}
