import { createHash } from 'node:crypto';
import { type AgentId, type CrawlRunId, type DocumentId, newCrawlRunId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { crawlRunPages as pages, crawlRuns as runs } from '../../db/schema/crawls.ts';
import type { Scope } from '../../db/scope.ts';
import type { RunCounts } from './crawl-runs.rules.ts';

export type RunRow = typeof runs.$inferSelect;
export type PageRow = typeof pages.$inferSelect;
export type NewPage = Omit<typeof pages.$inferInsert, 'id' | 'workspaceUid' | 'runId'>;

const isRun = (scope: Scope, id: CrawlRunId) => and(eq(runs.workspaceUid, scope.workspaceUid), eq(runs.id, id));
const isOf = (scope: Scope, documentId: DocumentId) =>
  and(eq(runs.workspaceUid, scope.workspaceUid), eq(runs.documentId, documentId));
const isIn = (scope: Scope, runId: CrawlRunId) =>
  and(eq(pages.workspaceUid, scope.workspaceUid), eq(pages.runId, runId));
const OPEN = ['running', 'waiting', 'applying'] as const;

/** The same address of the same run is the same row. */
const idOf = (runId: CrawlRunId, { visited, url }: Pick<NewPage, 'visited' | 'url'>) =>
  `crp_${createHash('sha256')
    .update(JSON.stringify([runId, visited, url]))
    .digest('base64url')
    .slice(0, 22)}`;

/** Whoever else would settle it waits. */
export async function lockOpenRun(tx: Tx, scope: Scope, documentId: DocumentId): Promise<RunRow | null> {
  const [row] = await tx
    .select()
    .from(runs)
    .where(and(isOf(scope, documentId), inArray(runs.state, OPEN)))
    .for('update');
  return row ?? null;
}

export async function insertRun(
  tx: Tx,
  scope: Scope,
  row: { agentId: AgentId; documentId: DocumentId; known: number },
): Promise<RunRow> {
  const [made] = await tx
    .insert(runs)
    .values({ ...row, id: newCrawlRunId(), workspaceUid: scope.workspaceUid })
    .returning();
  return made!;
}

export async function updateRun(tx: Tx, scope: Scope, id: CrawlRunId, change: Partial<RunRow>): Promise<void> {
  await tx.update(runs).set(change).where(isRun(scope, id));
}

export async function findRun(tx: Tx, scope: Scope, id: CrawlRunId): Promise<RunRow | null> {
  const [row] = await tx.select().from(runs).where(isRun(scope, id));
  return row ?? null;
}

export const listRuns = (tx: Tx, scope: Scope, documentId: DocumentId, most: number) =>
  tx.select().from(runs).where(isOf(scope, documentId)).orderBy(desc(runs.startedAt), desc(runs.id)).limit(most);

/** What was written first stays. */
export async function insertPages(tx: Tx, scope: Scope, runId: CrawlRunId, rows: NewPage[]): Promise<void> {
  const { workspaceUid } = scope;
  // A few at a time: texts are long.
  for (let at = 0; at < rows.length; at += 20)
    await tx
      .insert(pages)
      .values(rows.slice(at, at + 20).map((row) => ({ ...row, runId, workspaceUid, id: idOf(runId, row) })))
      .onConflictDoNothing();
}

/** What came of each address so far, without texts. */
export const listVisits = (tx: Tx, scope: Scope, runId: CrawlRunId) =>
  tx
    .select({
      visited: pages.visited,
      url: pages.url,
      change: pages.change,
      needsJavaScript: pages.needsJavaScript,
      links: pages.links,
      contentHash: pages.contentHash,
      message: pages.message,
    })
    .from(pages)
    .where(and(isIn(scope, runId), sql`${pages.visited} <> ''`));

export async function findStaged(tx: Tx, scope: Scope, runId: CrawlRunId): Promise<PageRow | null> {
  const [row] = await tx
    .select()
    .from(pages)
    .where(and(isIn(scope, runId), isNotNull(pages.staged)))
    .orderBy(asc(pages.id))
    .limit(1);
  return row ?? null;
}

export async function updatePage(
  tx: Tx,
  scope: Scope,
  runId: CrawlRunId,
  id: string,
  change: Partial<NewPage>,
): Promise<void> {
  await tx
    .update(pages)
    .set(change)
    .where(and(isIn(scope, runId), eq(pages.id, id)));
}

export async function listRemoved(tx: Tx, scope: Scope, runId: CrawlRunId): Promise<string[]> {
  const rows = await tx
    .select({ url: pages.url })
    .from(pages)
    .where(and(isIn(scope, runId), eq(pages.change, 'removed')));
  return rows.map(({ url }) => url);
}

export async function countPages(tx: Tx, scope: Scope, runId: CrawlRunId): Promise<Omit<RunCounts, 'known'>> {
  const counted = (change: PageRow['change']) => sql<number>`count(*) filter (where ${pages.change} = ${change})::int`;
  const [row] = await tx
    .select({
      added: counted('added'),
      changed: counted('changed'),
      removed: counted('removed'),
      failed: counted('failed'),
      unchanged: counted('unchanged'),
      needsJavaScript: sql<number>`count(*) filter (where ${pages.needsJavaScript})::int`,
    })
    .from(pages)
    .where(isIn(scope, runId));
  return row!;
}

/** Of what differs the texts stay, up to `textCharsMax` of all pages together; what was needed to go on goes. */
export async function trimPages(tx: Tx, scope: Scope, runId: CrawlRunId, textCharsMax: number): Promise<void> {
  await tx
    .delete(pages)
    .where(and(isIn(scope, runId), inArray(pages.change, ['unchanged', 'skipped']), sql`not ${pages.needsJavaScript}`));
  await tx.update(pages).set({ links: [], staged: null, contentHash: '' }).where(isIn(scope, runId));
  const chars = sql`length(coalesce(before, '')) + length(coalesce(after, ''))`;
  await tx.execute(sql`
    update crawl_run_pages p set before = null, after = null
    from (
      select id, sum(${chars}) over (order by url, id) as total from crawl_run_pages
      where workspace_uid = ${scope.workspaceUid} and run_id = ${runId}
    ) counted
    where p.workspace_uid = ${scope.workspaceUid} and p.run_id = ${runId} and p.id = counted.id and counted.total > ${textCharsMax}`);
}

export async function deleteOldRuns(tx: Tx, scope: Scope, documentId: DocumentId, kept: number): Promise<void> {
  const newest = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(isOf(scope, documentId))
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(kept);
  await tx.delete(runs).where(
    and(
      isOf(scope, documentId),
      lt(runs.startedAt, sql`now()`),
      notInArray(
        runs.id,
        newest.map(({ id }) => id),
      ),
    ),
  );
}

const CHANGES = {
  added: eq(pages.change, 'added'),
  changed: eq(pages.change, 'changed'),
  removed: eq(pages.change, 'removed'),
  failed: eq(pages.change, 'failed'),
  needs_javascript: pages.needsJavaScript,
};

/** By their addresses; `after` is the id of the last one of the page before. */
export const listPages = (
  tx: Tx,
  scope: Scope,
  runId: CrawlRunId,
  { change, after, limit }: { change: keyof typeof CHANGES | null; after: string | null; limit: number },
) =>
  tx
    .select({
      id: pages.id,
      url: pages.url,
      title: pages.title,
      change: pages.change,
      needsJavaScript: pages.needsJavaScript,
      message: pages.message,
    })
    .from(pages)
    .where(
      and(
        isIn(scope, runId),
        change ? CHANGES[change] : sql`(${pages.change} not in ('unchanged', 'skipped') or ${pages.needsJavaScript})`,
        after
          ? sql`(${pages.url}, ${pages.id}) > (select o.url, o.id from crawl_run_pages o
              where o.workspace_uid = ${scope.workspaceUid} and o.run_id = ${runId} and o.id = ${after})`
          : undefined,
      ),
    )
    .orderBy(asc(pages.url), asc(pages.id))
    .limit(limit);

export async function findPage(tx: Tx, scope: Scope, runId: CrawlRunId, id: string): Promise<PageRow | null> {
  const [row] = await tx
    .select()
    .from(pages)
    .where(and(isIn(scope, runId), eq(pages.id, id)));
  return row ?? null;
}

export async function deletePagesOf(tx: Tx, scope: Scope, documentId: DocumentId, most: number): Promise<number> {
  const some = tx
    .select({ id: pages.id })
    .from(pages)
    .innerJoin(runs, and(eq(runs.id, pages.runId), eq(runs.workspaceUid, scope.workspaceUid)))
    .where(and(eq(pages.workspaceUid, scope.workspaceUid), eq(runs.documentId, documentId)))
    .limit(most);
  const gone = await tx
    .delete(pages)
    .where(and(eq(pages.workspaceUid, scope.workspaceUid), inArray(pages.id, some)))
    .returning({ id: pages.id });
  return gone.length;
}
