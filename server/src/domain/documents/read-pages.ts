import { Failure } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { readAddress } from '../extraction/read-address.ts';
import { storable } from '../search/search-text.rules.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { pageAddress, siteOf } from '../websites/links.rules.ts';
import { listSitemapPages } from '../websites/list-sitemap-pages.ts';
import { makeRobots } from '../websites/load-robots.ts';
import { type Visit, walkPages } from '../websites/walk-pages.ts';
import {
  hostOfSite,
  mayDeleteMissing,
  type PagesFound,
  pagesReason,
  siteNameOf,
  titleOfAddress,
} from './documents.rules.ts';
import { type PreparedText, prepareText } from './index-document.ts';
import type { ReadingDeps, ReadingRun } from './reading-run.ts';
import { deletePagesExcept, savePage, sumPages } from './save-page.ts';

/** What one run over a site has seen so far. */
type Walk = {
  /** Addresses that have, or keep, a row. */
  kept: Set<string>;
  /** Content hash to the address that said it first. */
  hashes: Map<string, string>;
  startFailure: unknown;
  isFull: boolean;
};

/** Reads every page of a sitemap or crawl; each is a document of its own under this one. */
export async function readPages(deps: ReadingDeps, scope: Scope, run: ReadingRun): Promise<{ reason: string | null }> {
  const { document } = run;
  const start = document.url ?? '';
  const pagesMax = Math.min(document.pagesMax, limits.sitemapEntriesMax);
  await run.report({ step: 'finding', found: 0, read: 0, failed: 0, skipped: 0 });
  const found = await findPages(deps, run, start, pagesMax);
  await run.report({ step: 'reading', found: found.addresses.length });

  const walk: Walk = { kept: new Set(), hashes: new Map(), startFailure: null, isFull: false };
  const isCrawl = document.kind === 'crawl';
  const sites = new Set(isCrawl ? [siteOf(start)] : []);
  const end = await walkPages({
    seeds: found.addresses,
    sites,
    pagesMax,
    robots: makeRobots(deps, run.signal),
    signal: run.signal,
    visit: (url) => visitPage(deps, scope, run, walk, { url, isStart: isCrawl && url === found.addresses[0], sites }),
    report: (totals) => run.report({ found: isCrawl ? totals.found : found.addresses.length }),
  });
  const totals: PagesFound = { ...found, ...end, ...run.progress, pagesMax, isCrawl, isFull: walk.isFull };
  Object.assign(run.progress, { skipped: run.progress.skipped + end.skippedByRobots });
  if (run.progress.read === 0)
    throw walk.startFailure ?? new VendorFailure('invalid', pagesReason(totals) ?? 'No page could be read.');
  await run.report({ step: 'indexing' });
  if (mayDeleteMissing(totals)) await deletePagesExcept(deps, scope, run, walk.kept);
  await sumPages(deps, scope, run);
  return { reason: pagesReason(totals) };
}

async function findPages(deps: ReadingDeps, run: ReadingRun, start: string, pagesMax: number) {
  if (run.document.kind === 'crawl') return { addresses: [start], listed: 1 };
  const found = await listSitemapPages(deps, start, { pagesMax, signal: run.signal });
  if (found.addresses.length === 0) throw new VendorFailure('invalid', 'The sitemap lists no pages.');
  return found;
}

type Stop = { url: string; isStart: boolean; sites: Set<string> };

/** Fetching and reading happen beside others; what the returned function does, in order. */
async function visitPage(deps: ReadingDeps, scope: Scope, run: ReadingRun, walk: Walk, stop: Stop) {
  const loaded = await loadPage(deps, run, stop).catch((error: unknown) => ({ error }));
  return async (): Promise<Visit> => {
    if ('error' in loaded) return recordFailure(deps, scope, run, walk, stop, loaded.error);
    return takePage(deps, scope, run, walk, stop, loaded).catch((error) =>
      recordFailure(deps, scope, run, walk, stop, error),
    );
  };
}

type LoadedPage = {
  address: string;
  links: string[];
  canonical: string | null;
  siteName: string;
  prepared: PreparedText;
};

async function loadPage(deps: ReadingDeps, run: ReadingRun, stop: Stop): Promise<LoadedPage> {
  const { url, content } = await readAddress(deps, stop.url, { signal: run.signal, keepsFooter: stop.isStart });
  const address = pageAddress(url) ?? url;
  const facts = content.page;
  return {
    address,
    links: facts && !facts.isNoFollow ? facts.links : [],
    canonical: facts?.canonical ? otherIdentity(address, facts.canonical) : null,
    siteName: siteNameOf({ siteName: facts?.siteName ?? '', title: content.title }),
    prepared: prepareText(content.title || titleOfAddress(address), content),
  };
}

async function takePage(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  stop: Stop,
  { address, links, canonical, siteName, prepared }: LoadedPage,
): Promise<Visit> {
  const isCrawl = stop.sites.size > 0;
  if (stop.isStart) {
    stop.sites.add(siteOf(address));
    await nameSite(deps, scope, run, siteName);
  }
  if (isCrawl && canonical) return skip(run, [canonical, ...links]);
  const isOutside = isCrawl && !stop.sites.has(siteOf(address));
  if (isOutside || walk.kept.has(address) || prepared.chunks.length === 0) return skip(run, links);
  if (isTwin(walk, address, prepared)) return skip(run, links);
  walk.kept.add(address);
  Object.assign(run.progress, { read: run.progress.read + 1 });
  await savePage(deps, scope, run, address, { prepared }).catch((error: unknown) => {
    Object.assign(run.progress, { read: run.progress.read - 1 });
    throw error;
  });
  return { outcome: 'read', links };
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

function isTwin(walk: Walk, address: string, prepared: PreparedText): boolean {
  const first = walk.hashes.get(prepared.contentHash);
  walk.hashes.set(prepared.contentHash, first ?? address);
  return first !== undefined && first !== address;
}

async function skip(run: ReadingRun, links: string[]): Promise<Visit> {
  Object.assign(run.progress, { skipped: run.progress.skipped + 1 });
  return { outcome: 'skipped', links };
}

/** A page that is gone leaves no row; one that fails otherwise shows why, and keeps what was read of it before. */
async function recordFailure(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  walk: Walk,
  stop: Stop,
  error: unknown,
): Promise<Visit> {
  if (error instanceof Failure && error.code === 'document_limit_reached') {
    walk.isFull = true;
    return skip(run, []);
  }
  const isTooMuch = error instanceof Failure && error.code === 'plan_limit_reached';
  if (!(isTooMuch || error instanceof VendorFailure) || run.signal.aborted) throw error;
  Object.assign(run.progress, { failed: run.progress.failed + 1 });
  if (stop.isStart || walk.startFailure === null) walk.startFailure = error;
  if (!(error instanceof VendorFailure && error.kind === 'not_found') && !walk.isFull) {
    walk.kept.add(stop.url);
    await savePage(deps, scope, run, stop.url, { failure: error.message }).catch((second) => {
      if (!(second instanceof Failure)) throw second;
      walk.isFull = true;
    });
  }
  return { outcome: 'failed', links: [] };
}
