import type { FlowLayout } from '@antiphon/contract/flows';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversationFlows } from '../../db/schema/flows.ts';
import type { Scope } from '../../db/scope.ts';

const isOne = (scope: Scope, id: AgentId) =>
  and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt));

/** Null where the agent is not the scope's. */
export async function findLayout(tx: Tx, scope: Scope, id: AgentId): Promise<FlowLayout | null> {
  const [row] = await tx.select({ layout: agents.flowLayout }).from(agents).where(isOne(scope, id));
  return row?.layout ?? null;
}

/** False where the agent is not the scope's. */
export async function updateLayout(tx: Tx, scope: Scope, id: AgentId, flowLayout: FlowLayout): Promise<boolean> {
  const rows = await tx.update(agents).set({ flowLayout }).where(isOne(scope, id)).returning({ id: agents.id });
  return rows.length > 0;
}

export async function insertFlow(
  tx: Tx,
  scope: Scope,
  row: {
    conversationId: ConversationId;
    agentId: AgentId;
    state: object;
    version: number | null;
    dueAt: string | null;
  },
): Promise<void> {
  const dueAt = row.dueAt === null ? null : new Date(row.dueAt);
  await tx.insert(conversationFlows).values({ ...row, dueAt, workspaceUid: scope.workspaceUid });
}

const isOf = (scope: Scope, id: ConversationId) =>
  and(eq(conversationFlows.workspaceUid, scope.workspaceUid), eq(conversationFlows.conversationId, id));

/** Nothing where the conversation is on no canvas. */
export async function setDue(tx: Tx, scope: Scope, id: ConversationId, dueAt: Date | null): Promise<void> {
  await tx.update(conversationFlows).set({ dueAt }).where(isOf(scope, id));
}

/** What stands there where it is due; whoever looks at the same waits. */
export async function lockDue(tx: Tx, scope: Scope, id: ConversationId): Promise<unknown> {
  const [row] = await tx
    .select({ state: conversationFlows.state })
    .from(conversationFlows)
    .where(and(isOf(scope, id), sql`${conversationFlows.dueAt} <= clock_timestamp()`))
    .for('update');
  return row?.state ?? null;
}

export async function updateState(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  { state, version, dueAt }: { state: object; version: number | null; dueAt: string | null },
): Promise<void> {
  const change = { state, version, dueAt: dueAt === null ? null : new Date(dueAt), changedAt: new Date() };
  await tx.update(conversationFlows).set(change).where(isOf(scope, id));
}
