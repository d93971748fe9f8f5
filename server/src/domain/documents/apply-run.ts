import { Failure } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import { type CrawlRun, nextStaged, removedAddresses, unstage } from '../crawl-runs/record-run.ts';
import type { ReadingDeps, ReadingRun } from './reading-run.ts';
import { deletePages, savePage, sumPages } from './save-page.ts';

/** `failure`: the first page that the plan has no room for. */
type Applied = { isFull: boolean; failure: Failure | null };

/** Indexes what differs and deletes what is gone. Whoever goes on after a crash finds what is left to do. */
export async function applyRun(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  crawl: Pick<CrawlRun, 'id'>,
): Promise<Applied> {
  const applied = await applyPages(deps, scope, run, crawl);
  const gone = await deps.database.transaction(scope, (tx) => removedAddresses(tx, scope, crawl.id));
  await deletePages(deps, scope, run, new Set(gone));
  await sumPages(deps, scope, run);
  return applied;
}

export async function applyPages(
  deps: ReadingDeps,
  scope: Scope,
  run: ReadingRun,
  crawl: Pick<CrawlRun, 'id'>,
): Promise<Applied> {
  const applied: Applied = { isFull: false, failure: null };
  for (;;) {
    const page = await deps.database.transaction(scope, (tx) => nextStaged(tx, scope, crawl.id));
    if (!page?.staged) return applied;
    const { seen, ...prepared } = page.staged;
    const also = (tx: Parameters<typeof unstage>[0]) => unstage(tx, scope, page);
    try {
      await savePage(deps, scope, run, page.url, { prepared, seen, also });
    } catch (error) {
      const isFull = error instanceof Failure && error.code === 'document_limit_reached';
      const isTooMuch = error instanceof Failure && error.code === 'plan_limit_reached';
      if (!isFull && !isTooMuch) throw error;
      const { read, failed, skipped } = run.progress;
      Object.assign(run.progress, { read: read - 1, ...(isFull ? { skipped: skipped + 1 } : { failed: failed + 1 }) });
      const outcome = isFull ? 'skipped' : 'failed';
      await deps.database.transaction(scope, async (tx) => {
        await run.write(tx, { progress: run.progress });
        await unstage(tx, scope, page, { change: outcome, message: error.message });
      });
      if (isTooMuch) await savePage(deps, scope, run, page.url, { failure: error.message });
      applied.isFull ||= isFull;
      if (isTooMuch) applied.failure ??= error;
    }
  }
}
