import type { AgentId, DocumentId, FileId } from '@antiphon/contract/ids';
import type { DocumentKind, DocumentState } from '@antiphon/contract/knowledge';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';

type Agents = { from: AgentId; to: AgentId };

/** The same original and the same new owner make the same id: a second run finds what the first one wrote. */
const copyId = (prefix: string, original: ReturnType<typeof sql>, to: AgentId) =>
  sql`${prefix}::text || left(md5(${original} || ':' || ${to}::text), 15)`;

/** Parents before their pages. */
export function listCopiedFrom(tx: Tx, scope: Scope, agentId: AgentId) {
  return tx
    .select({ id: documents.id, fileId: documents.fileId })
    .from(documents)
    .where(and(eq(documents.workspaceUid, scope.workspaceUid), eq(documents.agentId, agentId)))
    .orderBy(asc(isNotNull(documents.parentId)), asc(documents.createdAt), asc(documents.id));
}

/** Null where it was copied before. A reading under way is not copied: the copy begins its own. */
export async function copyDocument(
  tx: Tx,
  scope: Scope,
  agents: Agents,
  document: { id: DocumentId; fileId: FileId | null },
): Promise<{ id: DocumentId; state: DocumentState; kind: DocumentKind } | null> {
  const result = await tx.execute(sql`
    insert into knowledge_documents
      (id, workspace_uid, agent_id, parent_id, kind, title, url, file_id, pages_max, refresh_rate, state, state_reason,
       progress, text, content_hash, chars, chunks, next_read_at, last_read_at, created_at)
    select ${copyId('doc_', sql`d.id`, agents.to)}, d.workspace_uid, ${agents.to},
      ${copyId('doc_', sql`d.parent_id`, agents.to)}, d.kind, d.title, d.url, ${document.fileId}, d.pages_max, d.refresh_rate,
      case when d.state = 'PENDING' then 'INITIALIZED' else d.state end, d.state_reason,
      d.progress, d.text, d.content_hash, d.chars, d.chunks, d.next_read_at, d.last_read_at, d.created_at
    from knowledge_documents d
    where d.id = ${document.id} and d.agent_id = ${agents.from} and d.workspace_uid = ${scope.workspaceUid}
    on conflict do nothing
    returning id, state, kind`);
  return (result.rows[0] as { id: DocumentId; state: DocumentState; kind: DocumentKind } | undefined) ?? null;
}

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
      select ${copyId('chk_', sql`c.id`, agents.to)}, c.workspace_uid, ${agents.to}, ${document.to}, c.position, c.heading_path,
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
