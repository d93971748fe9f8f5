import { fail } from '@antiphon/contract/errors';
import { type CrawlRunId, newDocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { notePages } from '../crawl-runs/record-run.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { deleteChunks } from '../search/index-chunks.ts';
import {
  countDocuments,
  type DocumentRow,
  deleteDocuments,
  findPage,
  insertDocument,
  listPages,
  listTexts,
  lockAgentForAdding,
  updateDocument,
} from './documents.queries.ts';
import { newProgress, titleOfAddress } from './documents.rules.ts';
import { indexPrepared, type PageSeen, type PreparedText } from './index-document.ts';
import type { ReadingDeps, ReadingRun, Settle } from './reading-run.ts';

/**
 * Stores one page of a sitemap or crawl as a document of its own, or why it could not be read. Throws `Failure`
 * `document_limit_reached` for a new page when the agent is full, and `plan_limit_reached` for more text than the plan allows. The row comes first, in its own transaction: inserting
 * it locks its parent, which whoever deletes the parent asks for after the index (see `replaceChunks`).
 */
export async function savePage(
  deps: Pick<ReadingDeps, 'database'>,
  scope: Scope,
  run: ReadingRun,
  url: string,
  content: { prepared: PreparedText; seen: PageSeen | null; also: Settle } | { failure: string },
): Promise<void> {
  const row = await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    return findOrInsertPage(tx, scope, run.document, url);
  });
  const progress = { step: 'done', found: 1, read: 1, failed: 0, skipped: 0 } as const;
  await deps.database.transaction(scope, async (tx) => {
    if ('failure' in content) {
      await run.write(tx, { progress: run.progress });
      const change = {
        state: 'ERROR',
        stateReason: content.failure,
        progress: { ...progress, read: 0, failed: 1 },
      } as const;
      await updateDocument(tx, scope, row.id, { ...change, lastReadAt: new Date() });
      return;
    }
    const { seen } = content;
    const indexed = await indexPrepared(tx, scope, { ...row, documentId: row.id }, content.prepared);
    await run.write(tx, { progress: run.progress });
    const change = { state: 'SUCCESS', stateReason: null, progress, lastReadAt: new Date() } as const;
    await updateDocument(tx, scope, row.id, { ...change, ...indexed, text: content.prepared.text, seen });
    await content.also(tx);
    if (indexed.chars > row.chars) await demandWithin(tx, scope, 'maxKbDocsCharCount');
  });
}

async function findOrInsertPage(tx: Tx, scope: Scope, parent: DocumentRow, url: string): Promise<DocumentRow> {
  const known = await findPage(tx, scope, parent.id, url);
  if (known) return known;
  if (!(await lockAgentForAdding(tx, scope, parent.agentId))) fail('not_found');
  if ((await countDocuments(tx, scope, parent.agentId)) >= limits.knowledgeDocumentsMax) fail('document_limit_reached');
  return insertDocument(tx, scope, {
    id: newDocumentId(),
    agentId: parent.agentId,
    parentId: parent.id,
    kind: 'page',
    title: titleOfAddress(url),
    url,
    state: 'PENDING',
    progress: newProgress(),
  });
}

/** Tells the run which pages it did not find any more. Those without text, which nobody would miss, go at once. */
export async function noteMissing(
  deps: Pick<ReadingDeps, 'database'>,
  scope: Scope,
  run: ReadingRun,
  runId: CrawlRunId,
  kept: ReadonlySet<string>,
): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const missing = (await listPages(tx, scope, run.document.id)).filter(({ url }) => !kept.has(url ?? ''));
    const gone = missing.filter(({ chunks }) => chunks > 0);
    const texts = await listTexts(
      tx,
      scope,
      gone.map(({ id }) => id),
    );
    const rows = gone.map(({ id, url, title }) => {
      const before = texts.get(id) ?? '';
      return { visited: '', url: url ?? '', title, change: 'removed', before } as const;
    });
    await notePages(tx, scope, runId, rows);
    const empty = missing.filter(({ chunks }) => chunks === 0);
    await deleteDocuments(
      tx,
      scope,
      empty.map(({ id }) => id),
    );
  });
}

export async function deletePages(
  deps: Pick<ReadingDeps, 'database'>,
  scope: Scope,
  run: ReadingRun,
  urls: ReadonlySet<string>,
): Promise<void> {
  if (urls.size === 0) return;
  const { id: parentId, agentId } = run.document;
  await deps.database.transaction(scope, async (tx) => {
    const pages = await listPages(tx, scope, parentId);
    const documentIds = pages.filter((page) => urls.has(page.url ?? '')).map((page) => page.id);
    await deleteChunks(tx, scope, { agentId, documentIds });
    await run.write(tx, {});
    await deleteDocuments(tx, scope, documentIds);
  });
}

/** Writes the sums of the pages onto the document above them. */
export async function sumPages(deps: Pick<ReadingDeps, 'database'>, scope: Scope, run: ReadingRun): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    const pages = await listPages(tx, scope, run.document.id);
    const sum = (field: 'chars' | 'chunks') => pages.reduce((total, page) => total + page[field], 0);
    await run.write(tx, { chars: sum('chars'), chunks: sum('chunks') });
  });
}
