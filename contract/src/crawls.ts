import { oc } from '@orpc/contract';
import * as z from 'zod';
import { timeZone } from './day-range.ts';
import { AgentId, CrawlRunId, DocumentId, WorkspaceUid } from './ids.ts';
import { ReadingProgress, RefreshRate } from './knowledge.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

export const CrawlKind = z.enum(['crawl', 'sitemap', 'url']);
export type CrawlKind = z.infer<typeof CrawlKind>;

/** What comes first counts: one that is paused and waits for approval says that it waits. */
export const CrawlState = z.enum(['running', 'waiting', 'failed', 'paused', 'ok']);
export type CrawlState = z.infer<typeof CrawlState>;

const webAddress = z.string().trim().min(1, 'Please enter an address.').max(limits.addressCharsMax);

const glob = z
  .string()
  .trim()
  .max(limits.crawlGlobCharsMax)
  .regex(/^[^\s#]+$/, 'A pattern is a path such as /blog/**.')
  .refine(
    (given) => given.split(/\*+/).length - 1 <= limits.crawlGlobStarsMax,
    `A pattern may have at most ${limits.crawlGlobStarsMax} stars.`,
  );
const globs = z.array(glob).max(limits.crawlGlobsMax, `At most ${limits.crawlGlobsMax} patterns.`).default([]);

const where = {
  kind: CrawlKind,
  starts: z
    .array(webAddress)
    .min(1, 'Please enter an address.')
    .max(limits.crawlStartsMax, `At most ${limits.crawlStartsMax} addresses.`)
    .describe('Where a crawl begins, up to ten; of a sitemap or page its one address'),
  include: globs.describe(
    'Only addresses that match one of these are asked for; none: all. `*` is a part of a path, `**` any',
  ),
  exclude: globs.describe('Addresses that match one of these are not asked for'),
  pagesMax: z.number().int().min(1).max(limits.crawlPagesMax).default(limits.crawlPagesDefault),
};
const when = {
  refreshRate: RefreshRate.default('never'),
  hour: z.number().int().min(0).max(23).nullable().default(null).describe('Of the day, for 24h and 7d'),
  timeZone: timeZone.default('UTC'),
};
export const CrawlPlan = z.object({ ...where, ...when });
export type CrawlPlan = z.infer<typeof CrawlPlan>;

type Where = Pick<CrawlPlan, 'kind' | 'starts' | 'include' | 'exclude'>;
function checkWhere({ kind, starts, include, exclude }: Where, context: z.RefinementCtx) {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (kind !== 'crawl' && starts.length > 1) refuse(['starts', 1], 'Only a crawl begins at several addresses.');
  if (kind === 'url' && include.length + exclude.length > 0) refuse(['include'], 'One page is not narrowed.');
}
type When = Pick<CrawlPlan, 'refreshRate' | 'hour'>;
function checkWhen({ refreshRate, hour }: When, context: z.RefinementCtx) {
  if (hour !== null && refreshRate !== '24h' && refreshRate !== '7d')
    context.addIssue({ code: 'custom', path: ['hour'], message: 'An hour is for what is read daily or weekly.' });
}

export const CrawlRunState = z.enum(['running', 'waiting', 'applying', 'applied', 'discarded', 'replaced', 'failed']);
export type CrawlRunState = z.infer<typeof CrawlRunState>;

export const CrawlRun = z.object({
  id: CrawlRunId,
  state: CrawlRunState.describe('`waiting`: for approval. `replaced`: a later run, or another plan, came first'),
  known: z.number().int().describe('Pages that were known before'),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  failed: z.number().int(),
  unchanged: z.number().int(),
  needsJavaScript: z.number().int().describe('Pages with scripts and hardly any text'),
  reason: z.string().nullable().describe('What was left out, or why it failed'),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type CrawlRun = z.infer<typeof CrawlRun>;

export const CrawlLine = z.object({
  id: DocumentId,
  agentId: AgentId,
  agentTitle: z.string(),
  kind: CrawlKind,
  title: z.string(),
  url: z.string(),
  state: CrawlState,
  stateReason: z.string().nullable(),
  pages: z.number().int(),
  refreshRate: RefreshRate,
  hour: z.number().int().nullable(),
  timeZone: z.string(),
  isPaused: z.boolean(),
  progress: ReadingProgress,
  waitingRunId: CrawlRunId.nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  nextReadAt: z.iso.datetime().nullable(),
});
export type CrawlLine = z.infer<typeof CrawlLine>;

export const Crawl = CrawlLine.extend({
  ...{ starts: z.array(z.string()), include: z.array(z.string()), exclude: z.array(z.string()) },
  pagesMax: z.number().int(),
  mayWrite: z.boolean(),
  runs: z.array(CrawlRun).describe(`The newest ${limits.crawlRunsKept}, newest first`),
});
export type Crawl = z.infer<typeof Crawl>;

export const CrawlChange = z.enum(['added', 'changed', 'removed', 'failed', 'needs_javascript']);
export type CrawlChange = z.infer<typeof CrawlChange>;

export const CrawlRunPage = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  change: z.enum(['added', 'changed', 'removed', 'failed', 'unchanged', 'skipped']),
  needsJavaScript: z.boolean(),
  message: z.string().nullable().describe('Why it could not be read'),
});
export type CrawlRunPage = z.infer<typeof CrawlRunPage>;

/**
 * `in`: it would be read. `not_included`, `excluded`: by the pattern `rule`. `limit`: more pages than the plan takes. `failed`: asked for in
 * vain, `message` says why.
 */
export const PreviewVerdict = z.enum(['in', 'not_included', 'excluded', 'other_site', 'robots', 'limit', 'failed']);
export type PreviewVerdict = z.infer<typeof PreviewVerdict>;

export const PreviewAddress = z.object({
  url: z.string(),
  verdict: PreviewVerdict,
  rule: z.string().nullable(),
  message: z.string().nullable(),
  needsJavaScript: z.boolean(),
});
export type PreviewAddress = z.infer<typeof PreviewAddress>;

const agent = z.object({ id: AgentId });
const crawl = agent.extend({ docId: DocumentId });
const run = crawl.extend({ runId: CrawlRunId });
const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Crawler'], successStatus });

export const crawlsContract = {
  list: route('GET', '/v2/workspaces/{uid}/crawls', 'List the crawls, sitemaps and pages of all agents, newest first')
    .input(
      z.object({
        uid: WorkspaceUid,
        ...PageQuery.shape,
        agentId: AgentId.optional(),
        state: CrawlState.optional(),
        search: z.string().max(100).optional(),
      }),
    )
    .output(page(CrawlLine)),
  create: route('POST', '/v2/agents/{id}/crawls', 'Add a crawl, sitemap or page; it is read in the background', 201)
    .input(agent.extend(CrawlPlan.shape).superRefine(checkWhere).superRefine(checkWhen))
    .output(Crawl),
  preview: route(
    'POST',
    '/v2/agents/{id}/crawl-preview',
    'Say of 30 addresses why they are in or out. Nothing is saved',
  )
    .input(agent.extend(where).superRefine(checkWhere))
    .output(z.object({ addresses: z.array(PreviewAddress), hasMore: z.boolean() })),
  get: route('GET', '/v2/agents/{id}/crawls/{docId}', 'Get a crawl with its runs').input(crawl).output(Crawl),
  update: route('POST', '/v2/agents/{id}/crawls/{docId}', 'Change what is read, or when. Another what is read at once')
    .input(crawl.extend(CrawlPlan.omit({ kind: true }).shape).superRefine(checkWhen))
    .output(Crawl),
  pause: route('POST', '/v2/agents/{id}/crawls/{docId}/pause', 'Read it by the clock no longer, or again')
    .input(crawl.extend({ isPaused: z.boolean() }))
    .output(Crawl),
  getRun: route(
    'GET',
    '/v2/agents/{id}/crawls/{docId}/runs/{runId}',
    'Get a run with the pages that differ, by address',
  )
    .input(run.extend({ ...PageQuery.shape, change: CrawlChange.optional() }))
    .output(CrawlRun.extend({ items: z.array(CrawlRunPage), nextCursor: z.string().nullable() })),
  getPage: route('GET', '/v2/agents/{id}/crawls/{docId}/runs/{runId}/pages/{pageId}', 'Get what changed in a page')
    .input(run.extend({ pageId: z.string().min(1).max(64) }))
    .output(
      CrawlRunPage.extend({
        before: z.string().nullable(),
        after: z
          .string()
          .nullable()
          .describe('Null, as `before`, where there is none, or where it is not kept any more'),
        isCut: z.boolean(),
      }),
    ),
  approve: route('POST', '/v2/agents/{id}/crawls/{docId}/runs/{runId}/approve', 'Let a run that waits be applied')
    .input(run)
    .output(Crawl),
  discard: route('POST', '/v2/agents/{id}/crawls/{docId}/runs/{runId}/discard', 'Drop a run that waits')
    .input(run)
    .output(Crawl),
};
