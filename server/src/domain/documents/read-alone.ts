import type { Scope } from '../../db/scope.ts';
import { NEEDS_JAVASCRIPT, needsJavaScript } from '../crawl-runs/crawl-runs.rules.ts';
import { beginRun, type CrawlRun, endRun, notePages } from '../crawl-runs/record-run.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { emit } from '../events/emit.ts';
import { DOCUMENT_CHARS_MAX } from '../extraction/chunking.rules.ts';
import type { ExtractedText } from '../extraction/extraction.ports.ts';
import { readAddress } from '../extraction/read-address.ts';
import { READABLE_TYPES } from '../extraction/readable-types.rules.ts';
import { searchLanguage } from '../search/search-text.rules.ts';
import { getFile } from '../uploads/get-file.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { DocumentRow } from './documents.queries.ts';
import { titleOfAddress } from './documents.rules.ts';
import { indexPrepared, type PageSeen, prepareText, seenNow, WAY } from './index-document.ts';
import type { ReadingDeps, ReadingRun, Settle } from './reading-run.ts';

/** Reads a text, a file or one address. `reason` says what was left out, or is null. */
export async function readAlone(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
): Promise<{ reason: string | null; settle?: Settle }> {
  const { document } = run;
  await run.report({ step: 'reading', found: 1, read: 0, failed: 0, skipped: 0 });
  const crawl = document.kind === 'url' ? await beginAlone(deps, scope, run) : null;
  const read = await extract(deps, scope, run).catch(async (error) => {
    Object.assign(run.progress, { failed: 1 });
    throw error;
  });
  if (!read) return endUnchanged(deps, scope, run, crawl);
  const { content, seen } = read;
  if (content.chunks.length === 0) {
    Object.assign(run.progress, { failed: 1 });
    throw new VendorFailure('invalid', read.needsJavaScript ? NEEDS_JAVASCRIPT : 'No text was found here.');
  }
  await run.report({ step: 'indexing' });
  // It is found by its other questions as by its first, which is its title.
  const [, ...headingPath] = document.questions;
  if (headingPath.length > 0) content.chunks = content.chunks.map((chunk) => ({ ...chunk, headingPath }));
  if (document.language !== '')
    content.chunks = content.chunks.map((chunk) => ({ ...chunk, language: searchLanguage(document.language) }));
  const isNamedByAddress = document.url !== null && document.title === titleOfAddress(document.url);
  const prepared = prepareText((isNamedByAddress && content.title) || document.title, content);
  Object.assign(run.progress, { read: 1 });
  await deps.database.transaction(scope, async (tx) => {
    const target = { ...document, documentId: document.id };
    const isSame = document.contentHash === prepared.contentHash && document.chunks === prepared.chunks.length;
    const change = await indexPrepared(tx, scope, target, prepared);
    await run.write(tx, document.kind === 'text' ? change : { ...change, text: prepared.text, seen });
    if (change.chars > document.chars) await demandWithin(tx, scope, 'maxKbDocsCharCount');
    if (crawl)
      await notePages(tx, scope, crawl.id, [
        {
          ...pageOf(document, prepared.title),
          needsJavaScript: read.needsJavaScript,
          ...(isSame
            ? { change: 'unchanged' }
            : {
                change: document.chunks > 0 ? 'changed' : 'added',
                before: document.chunks > 0 ? document.text : null,
                after: prepared.text,
              }),
        },
      ]);
  });
  const reason = [content.isCut && cutReason, read.needsJavaScript && NEEDS_JAVASCRIPT].filter(Boolean).join(' ');
  return { reason: reason || null, ...(crawl ? { settle: settleOf(scope, run, crawl, reason || null) } : {}) };
}

export const cutReason = `Only the first ${DOCUMENT_CHARS_MAX.toLocaleString('en')} characters were read.`;

const asItIs = { charset: '', url: null, keepsFooter: true, charsMax: DOCUMENT_CHARS_MAX };
const pageOf = ({ url }: DocumentRow, title: string) => ({ visited: url ?? '', url: url ?? '', title });

const beginAlone = (deps: ReadingDeps, scope: Scope, run: ReadingRun) =>
  deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const { id: documentId, agentId, chunks } = run.document;
    return beginRun(tx, scope, { documentId, agentId }, async () => (chunks > 0 ? 1 : 0));
  });

const settleOf =
  (scope: Scope, run: ReadingRun, crawl: CrawlRun, reason: string | null): Settle =>
  async (tx) => {
    const { added, changed } = await endRun(tx, scope, crawl, 'applied', reason);
    const { agentId, id: documentId } = run.document;
    if (added + changed > 0) await emit(tx, scope, { type: 'crawl_applied', payload: { agentId, documentId } });
  };

/** The site says that it is as it was. */
async function endUnchanged(deps: ReadingDeps, scope: Scope, run: ReadingRun, crawl: CrawlRun | null) {
  const { document } = run;
  const needs = document.seen?.needsJavaScript ?? false;
  Object.assign(run.progress, { read: 1 });
  const reason = [document.seen?.isCut && cutReason, needs && NEEDS_JAVASCRIPT].filter(Boolean).join(' ') || null;
  if (!crawl) return { reason };
  await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const page = { ...pageOf(document, document.title), needsJavaScript: needs, change: 'unchanged' } as const;
    await notePages(tx, scope, crawl.id, [page]);
  });
  return { reason, settle: settleOf(scope, run, crawl, reason) };
}

type Read = { content: ExtractedText; seen: PageSeen | null; needsJavaScript: boolean };

/** Null where the site says that it is as it was. */
async function extract(deps: ReadingDeps, scope: Scope, run: ReadingRun): Promise<Read | null> {
  const { document } = run;
  const own = (content: ExtractedText) => ({ content, seen: null, needsJavaScript: false });
  if (document.kind === 'text')
    return own(await deps.documentText.extract({ ...asItIs, bytes: Buffer.from(document.text), kind: 'typed' }));
  if (document.fileId) {
    const file = await getFile(deps, scope, { id: document.fileId });
    const kind = READABLE_TYPES[file.type];
    if (!kind) throw new VendorFailure('invalid', 'This type of file is not supported.');
    return own(await deps.documentText.extract({ ...asItIs, bytes: file.content, kind }));
  }
  if (!document.url) throw new VendorFailure('invalid', 'This document has no address.');
  const { way = '', etag = '', modified = '' } = document.seen ?? {};
  const mayAsk = way === WAY && document.chunks > 0;
  const { content, validators } = await readAddress(deps, document.url, {
    ...{ signal: run.signal, keepsFooter: true },
    ...(mayAsk ? { validators: { etag, modified } } : {}),
  });
  if (!content) return null;
  const needs = needsJavaScript(content.text, content.page?.hasScripts ?? false);
  const seen = seenNow({ validators, links: [], needsJavaScript: needs, isCut: content.isCut });
  return { content, seen, needsJavaScript: needs };
}
