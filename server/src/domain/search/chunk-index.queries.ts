import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { knowledgeTerms, knowledgeTotals } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';

export type ChunkRow = {
  id: string;
  documentId: DocumentId;
  position: number;
  headingPath: string[];
  text: string;
  language: string;
  titleWords: string;
  headingWords: string;
  textWords: string;
};

/** Makes the agent's totals row where it is missing and holds it until the transaction ends. */
export async function lockTotals(tx: Tx, scope: Scope, agentId: AgentId) {
  await tx
    .insert(knowledgeTotals)
    .values({ agentId, workspaceUid: scope.workspaceUid, chunks: 0, length: 0 })
    .onConflictDoNothing();
  await tx
    .select({ agentId: knowledgeTotals.agentId })
    .from(knowledgeTotals)
    .where(and(eq(knowledgeTotals.agentId, agentId), eq(knowledgeTotals.workspaceUid, scope.workspaceUid)))
    .for('update');
}

/**
 * Deletes the documents' chunks, inserts `rows`, and adds the difference to frequencies and totals: one statement, so that
 * nothing is counted that was not written. A term ` english` (no word begins with a space) counts chunks of a language.
 * Returns the lexemes whose frequency fell to 0.
 */
export async function swapChunks(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  documentIds: DocumentId[],
  rows: ChunkRow[],
): Promise<string[]> {
  const uid = scope.workspaceUid;
  const result = await tx.execute(sql`
    with gone as (
      delete from knowledge_chunks
      where agent_id = ${agentId} and workspace_uid = ${uid}
        and document_id in (select jsonb_array_elements_text(${JSON.stringify(documentIds)}::jsonb))
      returning lexemes, length, language, embedding_model
    ),
    input as (
      select *,
        setweight(to_tsvector(language::regconfig, "titleWords"), 'A')
          || setweight(to_tsvector(language::regconfig, "headingWords"), 'B')
          || to_tsvector(language::regconfig, "textWords") as lexemes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id text, "documentId" text, position int, "headingPath" jsonb, text text, language text,
        "titleWords" text, "headingWords" text, "textWords" text
      )
    ),
    added as (
      insert into knowledge_chunks
        (id, workspace_uid, agent_id, document_id, position, heading_path, text, language, lexemes, length)
      select id, ${uid}, ${agentId}, "documentId", position, "headingPath", text, language, lexemes,
        (select coalesce(sum(cardinality(positions)), 0) from unnest(lexemes))
      from input
      returning lexemes, length, language
    ),
    change as (
      select lexemes, length, language, -1 as sign from gone
      union all
      select lexemes, length, language, 1 from added
    ),
    counted as (
      select lexeme, sum(sign) as chunks
      from (
        select (unnest(lexemes)).lexeme, sign from change
        union all
        select ' ' || language, sign from change
      ) as term
      group by lexeme
      having sum(sign) <> 0
    ),
    total as (
      update knowledge_totals
      set chunks = chunks + (select coalesce(sum(sign), 0) from change),
        length = length + (select coalesce(sum(sign * change.length), 0) from change),
        vectors_revision = vectors_revision + case when exists (select from gone where embedding_model <> '') then 1 else 0 end
      where agent_id = ${agentId} and workspace_uid = ${uid}
    ),
    written as (
      insert into knowledge_terms as term (workspace_uid, agent_id, lexeme, chunks)
      select ${uid}, ${agentId}, lexeme, chunks from counted
      on conflict (agent_id, lexeme) do update set chunks = term.chunks + excluded.chunks
      returning lexeme, chunks
    )
    select lexeme from written where chunks <= 0
  `);
  return (result.rows as { lexeme: string }[]).map((row) => row.lexeme);
}

export async function deleteTerms(tx: Tx, scope: Scope, agentId: AgentId, lexemes: string[]) {
  await tx
    .delete(knowledgeTerms)
    .where(
      and(
        eq(knowledgeTerms.agentId, agentId),
        eq(knowledgeTerms.workspaceUid, scope.workspaceUid),
        sql`${knowledgeTerms.chunks} <= 0 and lexeme in (select jsonb_array_elements_text(${JSON.stringify(lexemes)}::jsonb))`,
      ),
    );
}

type Agents = { from: AgentId; to: AgentId };

/** The same original and the same new owner make the same id. */
const copyId = (original: ReturnType<typeof sql>, to: AgentId) =>
  sql`'chk_' || left(md5(${original} || ':' || ${to}::text), 15)`;

/** Chunks with their vectors, and what the ranking counts: frequencies of words and languages, number and length. */
export async function copyChunks(
  tx: Tx,
  scope: Scope,
  agents: Agents,
  document: { from: DocumentId; to: DocumentId },
): Promise<void> {
  await tx.execute(sql`
    with added as (
      insert into knowledge_chunks
        (id, workspace_uid, agent_id, document_id, position, heading_path, text, language, lexemes, length, embedding, embedding_model)
      select ${copyId(sql`c.id`, agents.to)}, c.workspace_uid, ${agents.to}, ${document.to}, c.position, c.heading_path,
        c.text, c.language, c.lexemes, c.length, c.embedding, c.embedding_model
      from knowledge_chunks c
      where c.document_id = ${document.from} and c.agent_id = ${agents.from} and c.workspace_uid = ${scope.workspaceUid}
      returning lexemes, length, language
    ),
    total as (
      update knowledge_totals
      set chunks = chunks + (select count(*) from added), length = length + (select coalesce(sum(added.length), 0) from added),
        vectors_revision = vectors_revision + 1
      where agent_id = ${agents.to} and workspace_uid = ${scope.workspaceUid}
    )
    insert into knowledge_terms as term (workspace_uid, agent_id, lexeme, chunks)
    select ${scope.workspaceUid}, ${agents.to}, lexeme, count(*)
    from (select (unnest(lexemes)).lexeme from added union all select ' ' || language from added) as found
    group by lexeme
    on conflict (agent_id, lexeme) do update set chunks = term.chunks + excluded.chunks`);
}
