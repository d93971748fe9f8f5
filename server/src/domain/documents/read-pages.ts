import { Failure } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import type { Scope } from '../../db/scope.ts';
import { needsJavaScript, whyHeld } from '../crawl-runs/crawl-runs.rules.ts';
import {
  beginRun,
  type CrawlRun,
  countRun,
  decideRun,
  endRun,
  notePages,
  type Visited,
} from '../crawl-runs/record-run.ts';
import { emit } from '../events/emit.ts';
import { readAddress } from '../extraction/read-address.ts';
import { storable } from '../search/search-text.rules.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { ALL, makeGlobFilter } from '../websites/globs.rules.ts';
import { pageAddress, siteOf } from '../websites/links.rules.ts';
import { listSitemapPages } from '../websites/list-sitemap-pages.ts';
import { makeRobots } from '../websites/load-robots.ts';
import { type Visit, walkPages } from '../websites/walk-pages.ts';
import type { Validators } from '../websites/websites.ports.ts';
import { applyPages, applyRun } from './apply-run.ts';
import { type DocumentRow, findPage, listPages, updateDocument } from './documents.queries.ts';
import {
  hostOfSite,
  mayDeleteMissing,
  type PagesFound,
  pagesReason,
  siteNameOf,
  titleOfAddress,
} from './documents.rules.ts';
import { type PreparedText, prepareText, seenNow, WAY } from './index-document.ts';
import type { ReadingDeps, ReadingRun, Settle } from './reading-run.ts';
import { noteMissing, savePage } from './save-page.ts';

/** What one run over a site has seen so far. */
type Walk = {
  crawl: CrawlRun;
  /** Addresses that have, or keep, a row. */
  kept: Set<string>;
  /** Content hash to the address that said it first. */
  hashes: Map<string, string>;
  /** Of a crawl; it stays on them. */
  sites: Set<string>;
  starts: string[];
  accepts: (url: string) => boolean;
  needsJavaScript: number;
  startFailure: unknown;
  isFull: boolean;
};

type Result = { reason: string | null; settle: Settle };

/**
 * Reads every page of a sitemap or crawl; each is a document of its own under this one. All of them are looked at first, and what differs
 * is kept beside; then it is indexed, or waits for somebody who says so. Only where nothing was known it is indexed at once.
 */
export async function readPages(deps: ReadingDeps, scope: Scope, run: ReadingRun): Promise<Result> {
  const crawl = await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const { id: documentId, agentId } = run.document;
    return beginRun(tx, scope, { documentId, agentId }, async () => {
      const pages = await listPages(tx, scope, documentId);
      return pages.filter(({ chunks }) => chunks > 0).length;
    });
  });
  let { reason } = crawl;
  let isFull = false;
  if (crawl.state === 'running') {
    const totals = await walkSite(deps, scope, run, crawl);
    await run.report({ step: 'indexing' });
    reason = pagesReason(totals);
    const held = await decide(deps, scope, run, crawl, reason);
    if (held) return held;
    isFull = totals.isFull;
  }
  const applied = await applyRun(deps, scope, run, crawl);
  const late = [applied.isFull && !isFull && FULL, applied.failure?.message];
  reason = [reason, ...late].filter(Boolean).join(' ') || null;
  return {
    reason,
    async settle(tx) {
      const { added, changed, removed } = await endRun(tx, scope, crawl, 'applied', reason);
      const { agentId, id: documentId } = run.document;
      if (added + changed + removed > 0)
        await emit(tx, scope, { type: 'crawl_applied', payload: { agentId, documentId } });
    },
  };
}

const FULL = 'This agent has reached its document limit; the other pages were left out.';

/** Null where it is applied at once. Whoever named another site wants what stands there. */
async function decide(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  crawl: CrawlRun,
  reason: string | null,
): Promise<Result | null> {
  const { id: documentId, agentId, lastReadAt } = run.document;
  const why = await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const held = lastReadAt === null ? null : whyHeld(await countRun(tx, scope, crawl));
    if (!held) await decideRun(tx, scope, crawl, { state: 'applying', reason });
    return held;
  });
  if (!why) return null;
  return {
    reason: [why, reason].filter(Boolean).join(' '),
    async settle(tx) {
      await decideRun(tx, scope, crawl, { state: 'waiting', reason });
      await emit(tx, scope, { type: 'crawl_waiting', payload: { agentId, documentId } });
    },
  };
}

async function walkSite(deps: ReadingDeps, scope: Scope, run: ReadingRun, crawl: CrawlRun): Promise<PagesFound> {
  const { document } = run;
  const starts = [document.url ?? '', ...(document.plan?.starts ?? [])];
  const pagesMax = Math.min(document.pagesMax, limits.sitemapEntriesMax);
  await run.report({ step: 'finding', found: 0, read: 0, failed: 0, skipped: 0 });
  const found = await findPages(deps, run, starts, pagesMax);
  await run.report({ step: 'reading', found: found.addresses.length });

  const isCrawl = document.kind === 'crawl';
  const judge = makeGlobFilter(document.plan ?? ALL);
  const walk: Walk = {
    ...{ crawl, kept: new Set(), hashes: new Map(), startFailure: null, isFull: false, needsJavaScript: 0 },
    sites: new Set(isCrawl ? starts.map(siteOf) : []),
    starts: isCrawl ? starts : [],
    accepts: (url) => starts.includes(url) || judge(url).verdict === 'in',
  };
  const end = await walkPages({
    seeds: found.addresses,
    sites: walk.sites,
    pagesMax,
    robots: makeRobots(deps, run.signal),
    signal: run.signal,
    visit: (url) => visitPage(deps, scope, run, walk, url),
    report: (totals) => run.report({ found: isCrawl ? totals.found : found.addresses.length }),
  });
  const { isFull, needsJavaScript: needing } = walk;
  const totals: PagesFound = { ...found, ...end, ...run.progress, pagesMax, isCrawl, isFull, needsJavaScript: needing };
  Object.assign(run.progress, { skipped: run.progress.skipped + end.skippedByRobots });
  if (run.progress.read === 0)
    throw walk.startFailure ?? new VendorFailure('invalid', pagesReason(totals) ?? 'No page could be read.');
  if (mayDeleteMissing(totals)) await noteMissing(deps, scope, run, crawl.id, walk.kept);
  return totals;
}

async function findPages(deps: ReadingDeps, run: ReadingRun, starts: string[], pagesMax: number) {
  if (run.document.kind === 'crawl') return { addresses: starts, listed: 1 };
  const globs = run.document.plan ?? ALL;
  const found = await listSitemapPages(deps, starts[0]!, { pagesMax, signal: run.signal, globs });
  if (found.addresses.length > 0) return found;
  throw new VendorFailure(
    'invalid',
    found.listed > 0 ? 'No page of the sitemap matches the patterns.' : 'The sitemap lists no pages.',
  );
}

/** Fetching and reading happen beside others; what the returned function does, in order. */
async function visitPage(deps: ReadingDeps, scope: Scope, run: ReadingRun, walk: Walk, url: string) {
  const noted = walk.crawl.visits.get(url);
  if (noted) return async () => repeatVisit(run, walk, noted);
  const loaded = await loadPage(deps, scope, run, walk, url).catch((error: unknown) => ({ error }));
  return async (): Promise<Visit> => {
    if ('error' in loaded) return recordFailure(deps, scope, run, walk, url, loaded.error);
    return takePage(deps, scope, run, walk, url, loaded).catch((error) =>
      recordFailure(deps, scope, run, walk, url, error),
    );
  };
}

/** A run before this one that was cut off had been here. */
async function repeatVisit(run: ReadingRun, walk: Walk, { visited, url, links, ...noted }: Visited): Promise<Visit> {
  const { read, failed, skipped } = run.progress;
  if (noted.needsJavaScript) walk.needsJavaScript += 1;
  const wasGone = noted.change === 'skipped' && noted.message !== null && noted.contentHash === '';
  if (wasGone) {
    Object.assign(run.progress, { failed: failed + 1 });
    return { outcome: 'failed', links };
  }
  if (noted.change === 'skipped') {
    Object.assign(run.progress, { skipped: skipped + 1 });
    return { outcome: 'skipped', links };
  }
  if (walk.starts.includes(visited)) walk.sites.add(siteOf(url));
  walk.kept.add(url);
  if (noted.change === 'failed') {
    Object.assign(run.progress, { failed: failed + 1 });
    return { outcome: 'failed', links };
  }
  walk.hashes.set(noted.contentHash, url);
  Object.assign(run.progress, { read: read + 1 });
  return { outcome: 'read', links };
}

type LoadedPage = {
  address: string;
  links: string[];
  canonical: string | null;
  siteName: string;
  needsJavaScript: boolean;
  isCut: boolean;
  validators: Validators;
  /** Null where the site says that it is as it was. */
  prepared: PreparedText | null;
  known: DocumentRow | null;
};

async function loadPage(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  url: string,
): Promise<LoadedPage> {
  const find = (address: string) =>
    deps.database.transaction(scope, (tx) => findPage(tx, scope, run.document.id, address));
  const before = await find(url);
  const { way = '', etag = '', modified = '' } = before?.seen ?? {};
  const mayAsk = way === WAY && before !== null && before.chunks > 0;
  const read = await readAddress(deps, url, {
    ...{ signal: run.signal, keepsFooter: url === walk.starts[0], mayFollow: walk.accepts },
    ...(mayAsk ? { validators: { etag, modified } } : {}),
  });
  const { content, validators } = read;
  const address = pageAddress(read.url) ?? read.url;
  if (!content) {
    const { links, needsJavaScript: isNeeding, isCut } = before!.seen!;
    const unchanged = { canonical: null, siteName: '', prepared: null, known: before };
    return { ...unchanged, address, links, needsJavaScript: isNeeding, isCut, validators: { etag, modified } };
  }
  const facts = content.page;
  return {
    address,
    links: facts && !facts.isNoFollow ? facts.links : [],
    canonical: facts?.canonical ? otherIdentity(address, facts.canonical) : null,
    siteName: siteNameOf({ siteName: facts?.siteName ?? '', title: content.title }),
    needsJavaScript: needsJavaScript(content.text, facts?.hasScripts ?? false),
    isCut: content.isCut,
    validators,
    prepared: prepareText(content.title || titleOfAddress(address), content),
    known: address === url ? before : await find(address),
  };
}

async function takePage(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  url: string,
  loaded: LoadedPage,
): Promise<Visit> {
  const { address, canonical, prepared, known } = loaded;
  const isCrawl = walk.sites.size > 0;
  if (walk.starts.includes(url)) walk.sites.add(siteOf(address));
  if (url === walk.starts[0]) await nameSite(deps, scope, run, loaded.siteName);
  // Before any of them is asked for.
  const wanted = (all: string[]) => all.filter((link) => walk.sites.has(siteOf(link)) && walk.accepts(link));
  const links = wanted(loaded.links);
  const skip = (found = links) => skipPage(deps, scope, run, walk, url, { ...loaded, links: found });
  if (isCrawl && canonical) return skip(wanted([canonical, ...loaded.links]));
  const isOutside = isCrawl && !walk.sites.has(siteOf(address));
  if (isOutside || walk.kept.has(address) || prepared?.chunks.length === 0) return skip();
  const contentHash = prepared?.contentHash ?? known?.contentHash ?? '';
  if (isTwin(walk, address, contentHash)) return skip();
  walk.kept.add(address);
  if (loaded.needsJavaScript) walk.needsJavaScript += 1;
  Object.assign(run.progress, { read: run.progress.read + 1 });
  const isSame = prepared === null || (known?.contentHash === contentHash && known.chunks === prepared.chunks.length);
  const seen = seenNow({ ...loaded, links });
  await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, { progress: run.progress });
    if (isSame && known) {
      const state = { state: 'SUCCESS', stateReason: null, lastReadAt: new Date() } as const;
      await updateDocument(tx, scope, known.id, { ...state, seen });
    }
    await notePages(tx, scope, walk.crawl.id, [
      {
        ...{ visited: url, url: address, links, contentHash, needsJavaScript: loaded.needsJavaScript },
        title: prepared?.title ?? known?.title ?? '',
        ...(isSame || !prepared
          ? { change: 'unchanged' }
          : {
              change: known && known.chunks > 0 ? 'changed' : 'added',
              before: known && known.chunks > 0 ? known.text : null,
              after: prepared.text,
              staged: { ...prepared, seen },
            }),
      },
    ]);
  });
  if (walk.crawl.known === 0) await takeAtOnce(deps, scope, run, walk);
  return { outcome: 'read', links };
}

/** Nothing is known yet that could be spoilt, and people wait for the first answer. */
async function takeAtOnce(deps: ReadingDeps, scope: Scope, run: ReadingRun, walk: Walk) {
  const { isFull, failure } = await applyPages(deps, scope, run, walk.crawl);
  walk.isFull ||= isFull;
  walk.startFailure ??= failure;
}

/** Told at the first reading alone: whoever is named by it has been named since. */
async function nameSite(deps: ReadingDeps, scope: Scope, run: ReadingRun, siteName: string) {
  if (siteName === '' || run.document.lastReadAt !== null) return;
  await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const { agentId, url } = run.document;
    const payload = { agentId, knownBy: hostOfSite(url ?? ''), siteName: storable(siteName) };
    await emit(tx, scope, { type: 'site_named', payload });
  });
}

/** Another page of the same site that this one says it is a copy of. That all were copies of the home page is a common mistake. */
function otherIdentity(address: string, canonical: string): string | null {
  const named = pageAddress(canonical, address);
  const isOther = named !== null && named !== address && siteOf(named) === siteOf(address);
  return isOther && new URL(named).pathname !== '/' ? named : null;
}

function isTwin(walk: Walk, address: string, contentHash: string): boolean {
  const first = walk.hashes.get(contentHash);
  walk.hashes.set(contentHash, first ?? address);
  return first !== undefined && first !== address;
}

async function skipPage(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  visited: string,
  { address, links, prepared, needsJavaScript: isNeeding }: LoadedPage,
): Promise<Visit> {
  // A twin of another says what that one says; one without any text says that it needs something.
  const needs = isNeeding && prepared?.chunks.length === 0;
  if (needs) walk.needsJavaScript += 1;
  Object.assign(run.progress, { skipped: run.progress.skipped + 1 });
  await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const title = prepared?.title ?? titleOfAddress(address);
    const page = { visited, url: address, title, change: 'skipped', needsJavaScript: needs, links } as const;
    await notePages(tx, scope, walk.crawl.id, [page]);
  });
  return { outcome: 'skipped', links };
}

/** A page that is gone leaves no row; one that fails otherwise shows why, and keeps what was read of it before. */
async function recordFailure(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  url: string,
  error: unknown,
): Promise<Visit> {
  if (!(error instanceof VendorFailure) || run.signal.aborted) throw error;
  Object.assign(run.progress, { failed: run.progress.failed + 1 });
  if (walk.starts.includes(url) || walk.startFailure === null) walk.startFailure = error;
  const isGone = error.kind === 'not_found';
  const title = titleOfAddress(url);
  const known = await deps.database.transaction(scope, async (tx) => {
    await run.write(tx, {});
    const page = await findPage(tx, scope, run.document.id, url);
    // One that was known is among those that were removed.
    const change = isGone && page ? 'skipped' : 'failed';
    await notePages(tx, scope, walk.crawl.id, [{ visited: url, url, title, change, message: error.message }]);
    return page;
  });
  if (isGone && !known) return { outcome: 'failed', links: [] };
  if (!isGone && !walk.isFull) {
    walk.kept.add(url);
    await savePage(deps, scope, run, url, { failure: error.message }).catch((second) => {
      if (!(second instanceof Failure)) throw second;
      walk.isFull = true;
    });
  }
  return { outcome: 'failed', links: [] };
}
