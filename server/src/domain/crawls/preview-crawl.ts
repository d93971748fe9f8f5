import type { CrawlPlan, PreviewAddress, PreviewVerdict } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { needsJavaScript } from '../crawl-runs/crawl-runs.rules.ts';
import { checkedPlan } from '../documents/add-document.ts';
import type { DocumentText } from '../extraction/extraction.ports.ts';
import { readAddress } from '../extraction/read-address.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import type { SniffFileKind } from '../uploads/uploads.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { makeGlobFilter } from '../websites/globs.rules.ts';
import { pageAddress, siteOf } from '../websites/links.rules.ts';
import { listSitemapPages } from '../websites/list-sitemap-pages.ts';
import { makeRobots, type Robots } from '../websites/load-robots.ts';
import type { FetchPage, SiteFiles } from '../websites/websites.ports.ts';
import { hasAgent } from './crawls.queries.ts';

export type PreviewDeps = {
  database: Database;
  fetchPage: FetchPage;
  documentText: DocumentText;
  siteFiles: SiteFiles;
  sniffFileKind: SniffFileKind;
  previewMs?: number;
};

/** For all of it: whoever asked waits. */
const WHOLE_MS = 20_000;
/** Pages that are asked for; what they link to is judged by its address alone. */
const PAGES_READ_MAX = 10;
/** Of a long sitemap. */
const LISTED_MAX = 200;

type Where = Pick<CrawlPlan, 'kind' | 'starts' | 'include' | 'exclude' | 'pagesMax'>;
type Preview = { addresses: PreviewAddress[]; hasMore: boolean };

/** Why each of the first addresses would be read or not. Nothing is stored, and few pages are asked for. */
export async function previewCrawl(
  deps: PreviewDeps,
  member: Member,
  agentId: AgentId,
  input: Where,
): Promise<Preview> {
  demand(member, 'agents.write');
  const { scope } = member;
  if (!(await deps.database.transaction(scope, (tx) => hasAgent(tx, scope, agentId)))) fail('not_found');
  const clock = { hour: null, timeZone: 'UTC' };
  const { url, plan } = checkedPlan(deps, { ...input, ...clock });
  const signal = AbortSignal.timeout(deps.previewMs ?? WHOLE_MS);
  const look = makeLook(deps, { ...input, starts: [url, ...plan.starts] }, signal);
  return input.kind === 'sitemap' ? look.sitemap() : look.walk();
}

function makeLook(deps: PreviewDeps, where: Where, signal: AbortSignal) {
  const { starts, kind, pagesMax } = where;
  const robots = makeRobots(deps, signal);
  const judge = makeGlobFilter(where);
  const accepts = (url: string) => starts.includes(url) || judge(url).verdict === 'in';
  const sites = new Set(starts.map(siteOf));
  const found = new Map<string, PreviewAddress>();
  let letIn = 0;
  let hasMore = false;

  const note = (url: string, verdict: PreviewVerdict, more: Partial<PreviewAddress> = {}) => {
    found.set(url, { url, verdict, rule: null, message: null, needsJavaScript: false, ...more });
    if (verdict === 'in') letIn += 1;
  };
  const isFull = () => found.size >= limits.crawlPreviewMax;

  /** By the address alone. True where it would be asked for. */
  const judgeAddress = async (url: string): Promise<boolean> => {
    if (found.has(url)) return false;
    if (isFull()) {
      hasMore = true;
      return false;
    }
    const judged = starts.includes(url) ? ({ verdict: 'in' } as const) : judge(url);
    if (kind === 'crawl' && !sites.has(siteOf(url))) note(url, 'other_site');
    else if (judged.verdict !== 'in') note(url, judged.verdict, 'rule' in judged ? { rule: judged.rule } : {});
    else if (letIn >= pagesMax) note(url, 'limit');
    else if (await isClosed(robots, url)) note(url, 'robots');
    else {
      note(url, 'in');
      return true;
    }
    return false;
  };

  const readPage = async (url: string): Promise<string[]> => {
    const line = found.get(url)!;
    try {
      const page = await readAddress(deps, url, { signal, keepsFooter: true, mayFollow: accepts });
      const facts = page.content?.page;
      if (starts.includes(url)) sites.add(siteOf(pageAddress(page.url) ?? page.url));
      line.needsJavaScript = needsJavaScript(page.content?.text ?? '', facts?.hasScripts ?? false);
      return facts && !facts.isNoFollow ? facts.links : [];
    } catch (error) {
      const isLate = signal.aborted;
      if (!isLate && !(error instanceof VendorFailure)) throw error;
      const message = isLate ? 'The site took too long for a preview.' : (error as Error).message;
      Object.assign(line, { verdict: 'failed', message });
      return [];
    }
  };

  return {
    async walk(): Promise<Preview> {
      const waiting: string[] = [];
      for (const url of starts) if (await judgeAddress(url)) waiting.push(url);
      for (let read = 0; read < PAGES_READ_MAX && waiting.length > 0 && !signal.aborted; read += 1) {
        const links = await readPage(waiting.shift()!);
        // What is outside comes last: there may be much of it.
        if (kind === 'crawl')
          for (const link of links.toSorted(
            (one, other) => Number(!sites.has(siteOf(one))) - Number(!sites.has(siteOf(other))),
          ))
            if (await judgeAddress(link)) waiting.push(link);
        if (isFull()) break;
      }
      return { addresses: [...found.values()], hasMore: hasMore || waiting.length > 0 };
    },
    async sitemap(): Promise<Preview> {
      const url = starts[0]!;
      try {
        const listed = await listSitemapPages(deps, url, { pagesMax: LISTED_MAX, signal });
        for (const page of listed.addresses) await judgeAddress(page);
        return { addresses: [...found.values()], hasMore: hasMore || listed.listed > found.size };
      } catch (error) {
        if (!signal.aborted && !(error instanceof VendorFailure)) throw error;
        note(url, 'failed', {
          message: signal.aborted ? 'The site took too long for a preview.' : (error as Error).message,
        });
        return { addresses: [...found.values()], hasMore: false };
      }
    },
  };
}

/** A site whose robots.txt cannot be reached is closed for now. */
async function isClosed(robots: Robots, url: string): Promise<boolean> {
  try {
    return !(await robots.ask(url)).isAllowed;
  } catch (error) {
    if (error instanceof VendorFailure) return error.kind !== 'forbidden';
    throw error;
  }
}
