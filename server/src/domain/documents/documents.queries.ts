import type { AgentId, DocumentId, FileId } from '@antiphon/contract/ids';
import type { DocumentKind, DocumentState } from '@antiphon/contract/knowledge';
import { and, asc, count, desc, eq, getColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isBehind } from '../../db/cursor.ts';
import type { Calls, Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { knowledgeDocuments as documents, knowledgeChunks } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';

export type { StoredPlan } from '../../db/schema/knowledge.ts';
export type DocumentRow = typeof documents.$inferSelect;
export type NewDocumentRow = Omit<typeof documents.$inferInsert, 'workspaceUid'>;

const { text: _text, seen: _seen, ...withoutText } = getColumns(documents);
const mine = (scope: Scope) => eq(documents.workspaceUid, scope.workspaceUid);
const isAgent = (scope: Scope, id: AgentId) =>
  and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt));

export async function hasAgent(tx: Tx, scope: Scope, id: AgentId): Promise<boolean> {
  const rows = await tx.select({ id: agents.id }).from(agents).where(isAgent(scope, id));
  return rows.length > 0;
}

/** Also makes others who add to this agent wait until the transaction ends, so that its number of documents holds still. */
export async function lockAgentForAdding(tx: Tx, scope: Scope, id: AgentId): Promise<boolean> {
  const rows = await tx.select({ id: agents.id }).from(agents).where(isAgent(scope, id)).for('no key update');
  return rows.length > 0;
}

export async function countDocuments(tx: Tx, scope: Scope, agentId: AgentId): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(documents)
    .where(and(mine(scope), eq(documents.agentId, agentId)));
  return row?.n ?? 0;
}

/** More hosts than an agent's documents have. */
const HOSTS_MAX = 1_000;

export async function listHosts(tx: Tx, scope: Scope, agentId: AgentId): Promise<string[]> {
  const host = sql<string>`lower(substring(${documents.url} from '^https?://([^/?#:]+)'))`;
  const rows = await tx
    .selectDistinct({ host })
    .from(documents)
    .where(and(mine(scope), eq(documents.agentId, agentId), isNotNull(host)))
    .limit(HOSTS_MAX);
  return rows.map((row) => row.host);
}

export async function insertDocument(tx: Tx, scope: Scope, row: NewDocumentRow): Promise<DocumentRow> {
  const [inserted] = await tx
    .insert(documents)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return inserted!;
}

export async function findDocument(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  id: DocumentId,
): Promise<DocumentRow | null> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(mine(scope), eq(documents.agentId, agentId), eq(documents.id, id)));
  return row ?? null;
}

export async function findPage(tx: Tx, scope: Scope, parentId: DocumentId, url: string): Promise<DocumentRow | null> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(mine(scope), eq(documents.parentId, parentId), eq(documents.url, url)));
  return row ?? null;
}

/** Newest first; `after` is the last row of the page before. Without a parent: what was added, not its pages. */
export function listDocuments(
  tx: Tx,
  scope: Scope,
  query: {
    agentId: AgentId;
    parentId: DocumentId | null;
    state: DocumentState | null;
    search: string | null;
    limit: number;
    after: { createdAt: Date; id: string } | null;
  },
) {
  const { after, search } = query;
  const needle = search?.toLowerCase();
  return tx
    .select(withoutText)
    .from(documents)
    .where(
      and(
        mine(scope),
        eq(documents.agentId, query.agentId),
        query.parentId ? eq(documents.parentId, query.parentId) : isNull(documents.parentId),
        query.state ? eq(documents.state, query.state) : undefined,
        needle
          ? sql`(strpos(lower(${documents.title}), ${needle}) > 0 or strpos(lower(coalesce(${documents.url}, '')), ${needle}) > 0)`
          : undefined,
        after ? isBehind(documents.createdAt, documents.id, after) : undefined,
      ),
    )
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(query.limit);
}

export function listChunks(tx: Tx, scope: Scope, id: DocumentId, limit: number) {
  return tx
    .select({
      id: knowledgeChunks.id,
      position: knowledgeChunks.position,
      headingPath: knowledgeChunks.headingPath,
      text: knowledgeChunks.text,
      language: knowledgeChunks.language,
    })
    .from(knowledgeChunks)
    .where(and(eq(knowledgeChunks.workspaceUid, scope.workspaceUid), eq(knowledgeChunks.documentId, id)))
    .orderBy(asc(knowledgeChunks.position))
    .limit(limit);
}

export async function updateDocument(
  tx: Tx,
  scope: Scope,
  id: DocumentId,
  change: Partial<NewDocumentRow>,
): Promise<DocumentRow | null> {
  const [row] = await tx
    .update(documents)
    .set(change)
    .where(and(mine(scope), eq(documents.id, id)))
    .returning();
  return row ?? null;
}

export function listPages(tx: Tx, scope: Scope, parentId: DocumentId) {
  return tx
    .select({
      id: documents.id,
      url: documents.url,
      title: documents.title,
      state: documents.state,
      chars: documents.chars,
      chunks: documents.chunks,
    })
    .from(documents)
    .where(and(mine(scope), eq(documents.parentId, parentId)));
}

export async function listPageIds(
  tx: Tx,
  scope: Scope,
  { agentId, documentId }: { agentId: AgentId; documentId: DocumentId },
  most: number,
): Promise<DocumentId[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(mine(scope), eq(documents.agentId, agentId), eq(documents.parentId, documentId)))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function listTexts(tx: Tx, scope: Scope, ids: DocumentId[]): Promise<Map<DocumentId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: documents.id, text: documents.text })
    .from(documents)
    .where(and(mine(scope), inArray(documents.id, ids)));
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** All of it and its pages is asked for anew, whatever the site says of it. */
export async function forgetSeen(tx: Tx, scope: Scope, id: DocumentId) {
  await tx
    .update(documents)
    .set({ seen: null })
    .where(and(mine(scope), or(eq(documents.id, id), eq(documents.parentId, id)), isNotNull(documents.seen)));
}

export async function deleteDocuments(tx: Tx, scope: Scope, ids: DocumentId[]) {
  if (ids.length > 0) await tx.delete(documents).where(and(mine(scope), inArray(documents.id, ids)));
}

type Agents = { from: AgentId; to: AgentId };

/** The same original and the same new owner make the same id: a second run finds what the first one wrote. */
const copyId = (original: ReturnType<typeof sql>, to: AgentId) =>
  sql`'doc_' || left(md5(${original} || ':' || ${to}::text), 15)`;

/** Parents before their pages. */
export function listCopiedFrom(tx: Tx, scope: Scope, agentId: AgentId) {
  return tx
    .select({ id: documents.id, fileId: documents.fileId })
    .from(documents)
    .where(and(eq(documents.workspaceUid, scope.workspaceUid), eq(documents.agentId, agentId)))
    .orderBy(asc(isNotNull(documents.parentId)), asc(documents.createdAt), asc(documents.id));
}

export type CopiedDocument = { id: DocumentId; state: DocumentState; kind: DocumentKind; chars: number };

/** Null where it was copied before. A reading under way is not copied: the copy begins its own. */
export async function copyDocument(
  tx: Tx,
  scope: Scope,
  agents: Agents,
  document: { id: DocumentId; fileId: FileId | null },
): Promise<CopiedDocument | null> {
  const result = await tx.execute(sql`
    insert into knowledge_documents
      (id, workspace_uid, agent_id, parent_id, kind, title, url, file_id, pages_max, refresh_rate, plan, is_paused, seen, state, state_reason,
       progress, text, questions, question_keys, language, content_hash, chars, chunks, next_read_at, last_read_at, created_at)
    select ${copyId(sql`d.id`, agents.to)}, d.workspace_uid, ${agents.to},
      ${copyId(sql`d.parent_id`, agents.to)}, d.kind, d.title, d.url, ${document.fileId}, d.pages_max, d.refresh_rate, d.plan, d.is_paused, d.seen,
      case when d.state = 'PENDING' then 'INITIALIZED' else d.state end, d.state_reason,
      d.progress, d.text, d.questions, d.question_keys, d.language, d.content_hash, d.chars, d.chunks, d.next_read_at, d.last_read_at, d.created_at
    from knowledge_documents d
    where d.id = ${document.id} and d.agent_id = ${agents.from} and d.workspace_uid = ${scope.workspaceUid}
    on conflict do nothing
    returning id, state, kind, chars`);
  return (result.rows[0] as CopiedDocument | undefined) ?? null;
}

/** The newest first. One round trip, for every question of a visitor makes it. */
export function listTaught(calls: Calls, scope: Scope, agentId: AgentId, key: string) {
  return calls.call<{ documentId: DocumentId; title: string; text: string; language: string }[]>(
    scope,
    'knowledge_taught',
    [agentId, key],
  );
}
