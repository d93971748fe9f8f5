import type { CrawlState } from '@antiphon/contract/crawls';
import type { AgentId, CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { crawlRuns } from '../../db/schema/crawls.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';

const waitingRun = (scope: Scope) => sql<CrawlRunId | null>`(
  select r.id from crawl_runs r
  where r.workspace_uid = ${scope.workspaceUid} and r.document_id = knowledge_documents.id and r.state = 'waiting')`;

const stateOf = (scope: Scope) => sql<CrawlState>`case
  when knowledge_documents.state in ('INITIALIZED', 'PENDING') then 'running'
  when ${waitingRun(scope)} is not null then 'waiting'
  when knowledge_documents.state = 'ERROR' then 'failed'
  when knowledge_documents.is_paused then 'paused'
  else 'ok' end`;

const fields = (scope: Scope) => ({
  id: documents.id,
  agentId: documents.agentId,
  agentTitle: sql<string>`coalesce(${agents.title}, '')`,
  kind: documents.kind,
  title: documents.title,
  url: documents.url,
  state: stateOf(scope),
  stateReason: documents.stateReason,
  pages: sql<number>`case when knowledge_documents.kind = 'url' then (knowledge_documents.chunks > 0)::int else (
    select count(*)::int from knowledge_documents p
    where p.workspace_uid = ${scope.workspaceUid} and p.parent_id = knowledge_documents.id and p.chunks > 0) end`,
  pagesMax: documents.pagesMax,
  refreshRate: documents.refreshRate,
  plan: documents.plan,
  isPaused: documents.isPaused,
  progress: documents.progress,
  waitingRunId: waitingRun(scope),
  lastReadAt: documents.lastReadAt,
  nextReadAt: documents.nextReadAt,
  createdAt: documents.createdAt,
});
export type CrawlRow = Awaited<ReturnType<typeof listCrawlRows>>[number];

const from = (tx: Tx, scope: Scope, ...conditions: (SQL | undefined)[]) =>
  tx
    .select(fields(scope))
    .from(documents)
    .innerJoin(agents, and(eq(agents.id, documents.agentId), eq(agents.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        eq(documents.workspaceUid, scope.workspaceUid),
        // As the index has it.
        sql`knowledge_documents.kind in ('crawl', 'sitemap', 'url')`,
        isNull(agents.deletedAt),
        ...conditions,
      ),
    );

/** Newest first. Agents in the trash have none. */
export function listCrawlRows(
  tx: Tx,
  scope: Scope,
  query: {
    agentId: AgentId | null;
    state: CrawlState | null;
    search: string | null;
    after: { createdAt: Date; id: string } | null;
    limit: number;
  },
) {
  const needle = query.search?.toLowerCase();
  return from(
    tx,
    scope,
    query.agentId ? eq(documents.agentId, query.agentId) : undefined,
    query.state ? sql`${stateOf(scope)} = ${query.state}` : undefined,
    needle
      ? sql`(strpos(lower(${documents.title}), ${needle}) > 0 or strpos(lower(coalesce(${documents.url}, '')), ${needle}) > 0)`
      : undefined,
    query.after ? isBehind(documents.createdAt, documents.id, query.after) : undefined,
  )
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(query.limit);
}

export async function findCrawlRow(
  tx: Tx,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<CrawlRow | null> {
  const [row] = await from(tx, scope, eq(documents.agentId, target.agentId), eq(documents.id, target.documentId));
  return row ?? null;
}

export async function hasAgent(tx: Tx, scope: Scope, id: AgentId): Promise<boolean> {
  const rows = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt)));
  return rows.length > 0;
}

/** Of this document and no other. */
export async function hasRun(
  tx: Tx,
  scope: Scope,
  { agentId, documentId, runId }: { agentId: AgentId; documentId: DocumentId; runId: CrawlRunId },
): Promise<boolean> {
  const rows = await tx
    .select({ id: crawlRuns.id })
    .from(crawlRuns)
    .where(
      and(
        eq(crawlRuns.workspaceUid, scope.workspaceUid),
        eq(crawlRuns.id, runId),
        eq(crawlRuns.documentId, documentId),
        eq(crawlRuns.agentId, agentId),
      ),
    );
  return rows.length > 0;
}
