import type { AgentId } from '@antiphon/contract/ids';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { claimed, type GIVEN_BACK, isFree, isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { embeddingRuns, knowledgeChunks, knowledgeTotals } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { SentVector } from './search.ports.ts';

const ofAgent = (scope: Scope, agentId: AgentId) =>
  and(eq(knowledgeChunks.agentId, agentId), eq(knowledgeChunks.workspaceUid, scope.workspaceUid));

/** Null while another worker makes the vectors of this agent. */
export async function claimRun(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  owner: string,
  ms: number,
): Promise<Lease | null> {
  await tx.insert(embeddingRuns).values({ agentId, workspaceUid: scope.workspaceUid }).onConflictDoNothing();
  const [row] = await tx
    .update(embeddingRuns)
    .set(claimed(embeddingRuns, owner, ms))
    .where(and(isRun(scope, agentId), isFree(embeddingRuns)))
    .returning({ attempt: embeddingRuns.leaseAttempt });
  return row ? { owner, attempt: row.attempt } : null;
}

/** Locks the run and renews or gives back its lease; false where another worker has it by now. */
export async function updateRun(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  lease: Lease,
  change: ReturnType<typeof renewed> | typeof GIVEN_BACK,
): Promise<boolean> {
  const rows = await tx
    .update(embeddingRuns)
    .set(change)
    .where(and(isRun(scope, agentId), isHeld(embeddingRuns, lease)))
    .returning({ agentId: embeddingRuns.agentId });
  return rows.length > 0;
}

const isRun = (scope: Scope, agentId: AgentId) =>
  and(eq(embeddingRuns.agentId, agentId), eq(embeddingRuns.workspaceUid, scope.workspaceUid));

/** Chunks that have no vector of this model yet. */
export async function listUnembedded(tx: Tx, scope: Scope, agentId: AgentId, model: string, most: number) {
  return tx
    .select({ id: knowledgeChunks.id, text: knowledgeChunks.text, headingPath: knowledgeChunks.headingPath })
    .from(knowledgeChunks)
    .where(and(ofAgent(scope, agentId), ne(knowledgeChunks.embeddingModel, model)))
    .orderBy(knowledgeChunks.id)
    .limit(most);
}

/** Writers of one agent wait for each other here, before they lock chunks, so that two of them cannot wait crosswise. */
export async function saveVectors(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  model: string,
  rows: { id: string; embedding: number[] }[],
) {
  await tx
    .update(knowledgeTotals)
    .set({ vectorsRevision: sql`${knowledgeTotals.vectorsRevision} + 1` })
    .where(and(eq(knowledgeTotals.agentId, agentId), eq(knowledgeTotals.workspaceUid, scope.workspaceUid)));
  await tx.execute(sql`
    update knowledge_chunks chunk set embedding = row.embedding, embedding_model = ${model}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, embedding real[])
    where chunk.id = row.id and chunk.agent_id = ${agentId} and chunk.workspace_uid = ${scope.workspaceUid}
  `);
}

/** Ids of the chunks with a vector of this model, at most `most`. */
export async function listEmbeddedIds(tx: Tx, scope: Scope, agentId: AgentId, model: string, most: number) {
  const rows = await tx
    .select({ id: knowledgeChunks.id })
    .from(knowledgeChunks)
    .where(and(ofAgent(scope, agentId), eq(knowledgeChunks.embeddingModel, model)))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Vectors as text that nobody reads on the way to the thread that compares them: see `readSentVector`. */
export async function listVectors(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  model: string,
  ids: readonly string[],
): Promise<SentVector[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: knowledgeChunks.id, sent: sql<string>`encode(array_send(${knowledgeChunks.embedding}), 'base64')` })
    .from(knowledgeChunks)
    .where(
      and(
        ofAgent(scope, agentId),
        eq(knowledgeChunks.embeddingModel, model),
        isNotNull(knowledgeChunks.embedding),
        inArray(knowledgeChunks.id, [...ids]),
      ),
    );
}
