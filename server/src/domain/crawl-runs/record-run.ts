import type { AgentId, CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { storable } from '../search/search-text.rules.ts';
import {
  countPages,
  deleteOldRuns,
  findStaged,
  insertPages,
  insertRun,
  listRemoved,
  listVisits,
  lockOpenRun,
  type NewPage,
  type PageRow,
  type RunRow,
  trimPages,
  updatePage,
  updateRun,
} from './crawl-runs.queries.ts';
import type { RunCounts } from './crawl-runs.rules.ts';

type Target = { agentId: AgentId; documentId: DocumentId };

/** A run that was cut off longer ago is of another day: the site is not what it was. */
const RESUMED_MS = 2 * 3_600_000;
/** Characters of all texts that one ended run keeps. */
const TEXTS_CHARS_MAX = 2_000_000;

export type CrawlRun = RunRow & { visits: Map<string, Visited> };
export type Visited = Awaited<ReturnType<typeof listVisits>>[number];
type State = Exclude<RunRow['state'], 'running' | 'waiting' | 'applying'>;

/**
 * Goes on with the run that was cut off, or begins one. What waited for approval is replaced: the site is read again, and judged by
 * that. `countKnown` is asked for a new one.
 */
export async function beginRun(
  tx: Tx,
  scope: Scope,
  target: Target,
  countKnown: () => Promise<number>,
): Promise<CrawlRun> {
  const open = await lockOpenRun(tx, scope, target.documentId);
  const isFresh = open && Date.now() - open.startedAt.getTime() < RESUMED_MS;
  if (open && (open.state === 'applying' || (open.state === 'running' && isFresh))) {
    const visits = open.state === 'running' ? await listVisits(tx, scope, open.id) : [];
    return { ...open, visits: new Map(visits.map((one) => [one.visited, one])) };
  }
  if (open) await endRun(tx, scope, open, open.state === 'waiting' ? 'replaced' : 'failed', open.reason);
  const run = await insertRun(tx, scope, { ...target, known: await countKnown() });
  await deleteOldRuns(tx, scope, target.documentId, limits.crawlRunsKept);
  return { ...run, visits: new Map() };
}

/** One address, or a page that was not found any more (`visited` empty). Told again it changes nothing. */
export const notePages = (tx: Tx, scope: Scope, runId: CrawlRunId, rows: NewPage[]) =>
  insertPages(tx, scope, runId, rows.map(storablePage));

function storablePage({ title, message = null, before = null, after = null, ...row }: NewPage): NewPage {
  const cut = (text: string | null) => text && storable(text.slice(0, limits.crawlDiffCharsMax));
  const isCut = [before, after].some((text) => (text?.length ?? 0) > limits.crawlDiffCharsMax);
  return {
    ...row,
    title: storable(title).slice(0, 300),
    message: message && storable(message),
    ...{ before: cut(before), after: cut(after), isCut },
  };
}

/** The next page that is to be indexed; null when there is none. */
export const nextStaged = (tx: Tx, scope: Scope, runId: CrawlRunId): Promise<PageRow | null> =>
  findStaged(tx, scope, runId);

/** In the transaction that indexes it, or says why that could not be. */
export const unstage = (
  tx: Tx,
  scope: Scope,
  page: Pick<PageRow, 'runId' | 'id'>,
  outcome: Partial<Pick<NewPage, 'change' | 'message'>> = {},
) => updatePage(tx, scope, page.runId, page.id, { ...outcome, staged: null });

export const removedAddresses = (tx: Tx, scope: Scope, runId: CrawlRunId): Promise<string[]> =>
  listRemoved(tx, scope, runId);

export async function countRun(tx: Tx, scope: Scope, run: Pick<RunRow, 'id' | 'known'>): Promise<RunCounts> {
  return { known: run.known, ...(await countPages(tx, scope, run.id)) };
}

/** All addresses were looked at: it is applied, or waits for somebody to say so. */
export async function decideRun(
  tx: Tx,
  scope: Scope,
  run: Pick<RunRow, 'id' | 'known'>,
  decision: { state: 'waiting' | 'applying'; reason: string | null },
): Promise<void> {
  const { known: _, ...counts } = await countRun(tx, scope, run);
  await updateRun(tx, scope, run.id, { ...counts, ...decision });
}

export async function endRun(
  tx: Tx,
  scope: Scope,
  run: Pick<RunRow, 'id' | 'known'>,
  state: State,
  reason: string | null,
): Promise<RunCounts> {
  const counts = await countRun(tx, scope, run);
  await updateRun(tx, scope, run.id, { ...counts, state, reason, endedAt: new Date() });
  await trimPages(tx, scope, run.id, TEXTS_CHARS_MAX);
  return counts;
}

/** Where one is open: its document is read in another way from now on, or could not be read. */
export async function endOpenRun(
  tx: Tx,
  scope: Scope,
  documentId: DocumentId,
  state: State,
  reason: string | null = null,
): Promise<void> {
  const open = await lockOpenRun(tx, scope, documentId);
  if (open && !(state === 'failed' && open.state === 'waiting')) await endRun(tx, scope, open, state, reason);
}
