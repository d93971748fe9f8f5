import type { AgentId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { makeVectorMemory } from '../../src/adapters/vector-memory/vector-memory.ts';
import type { Database } from '../../src/db/database.ts';
import type { Scope } from '../../src/db/scope.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from './knowledge-factory.ts';

export { makeVectorMemory };

/** An agent whose chunks have vectors that the database invents: every number from 0 to 1, by chance. */
export async function makeVectorAgent(database: Database, chunks: number, numbers: number, model: string) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  await addVectors(database, scope, agentId, { chunks, numbers, model });
  return { scope, agentId };
}

async function addVectors(
  database: Database,
  scope: Scope,
  agentId: AgentId,
  { chunks, numbers, model }: { chunks: number; numbers: number; model: string },
) {
  const documentId = await makeKnowledgeDocument(database, scope, agentId);
  await database.unscoped.execute(sql`
    insert into knowledge_chunks
      (id, workspace_uid, agent_id, document_id, position, heading_path, text, language, lexemes, length, embedding, embedding_model)
    select 'chk_' || ${agentId} || n, ${scope.workspaceUid}, ${agentId}, ${documentId}, n, '[]', 'Rule ' || n, 'english',
      to_tsvector('english', 'rule ' || n), 2,
      (select array_agg(random()::real) from generate_series(1, ${numbers}::int) where n > 0), ${model}
    from generate_series(1, ${chunks}::int) as n`);
  await database.unscoped.execute(sql`
    insert into knowledge_totals (agent_id, workspace_uid, chunks, length, vectors_revision)
    values (${agentId}, ${scope.workspaceUid}, ${chunks}, ${chunks * 2}, 1)`);
}
