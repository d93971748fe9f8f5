import type { CrawlChange, CrawlRun, CrawlRunPage } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { countPages, findPage, findRun, listPages, listRuns, type PageRow, type RunRow } from './crawl-runs.queries.ts';

/** Newest first. */
export async function listRunsOf(tx: Tx, scope: Scope, documentId: DocumentId): Promise<CrawlRun[]> {
  const rows = await listRuns(tx, scope, documentId, limits.crawlRunsKept);
  return Promise.all(rows.map((row) => toRun(tx, scope, row)));
}

export async function readRun(
  tx: Tx,
  scope: Scope,
  id: CrawlRunId,
  { change, cursor, limit }: { change?: CrawlChange | undefined; cursor?: string | undefined; limit: number },
): Promise<CrawlRun & { items: CrawlRunPage[]; nextCursor: string | null }> {
  const row = (await findRun(tx, scope, id)) ?? fail('not_found');
  const pages = await listPages(tx, scope, id, { change: change ?? null, after: cursor ?? null, limit: limit + 1 });
  const items = pages.slice(0, limit);
  const nextCursor = pages.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { ...(await toRun(tx, scope, row)), items, nextCursor };
}

export async function readPage(tx: Tx, scope: Scope, runId: CrawlRunId, pageId: string) {
  const row: PageRow = (await findPage(tx, scope, runId, pageId)) ?? fail('not_found');
  const { id, url, title, change, needsJavaScript, message, before, after, isCut } = row;
  return { id, url, title, change, needsJavaScript, message, before, after, isCut };
}

/** One under way is counted as far as it is. */
async function toRun(tx: Tx, scope: Scope, row: RunRow): Promise<CrawlRun> {
  const counts = row.state === 'running' ? await countPages(tx, scope, row.id) : {};
  const { id, state, known, added, changed, removed, failed, unchanged, needsJavaScript, reason } = row;
  return {
    ...{ id, state, known, added, changed, removed, failed, unchanged, needsJavaScript, reason },
    ...counts,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
