import { Failure } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { endOpenRun } from '../crawl-runs/record-run.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { nextReadAt } from './documents.rules.ts';
import { readAlone } from './read-alone.ts';
import { readPages } from './read-pages.ts';
import { type ReadingDeps, ReadingEnded, type ReadingRun, type Settle, startReadingRun } from './reading-run.ts';

const NEUTRAL = 'Something went wrong while this was read. It will be tried again.';

/**
 * Reads a document with everything that belongs to it, and leaves it SUCCESS, or ERROR with a reason that its owner can act
 * on. What was indexed before stays until the new text stands. Safe to run twice, and twice at once: the second one returns.
 */
export async function readDocument(
  deps: ReadingDeps,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<void> {
  const run = await startReadingRun(deps, scope, target);
  if (!run) return;
  try {
    const isTree = run.document.kind === 'sitemap' || run.document.kind === 'crawl';
    const result = isTree ? await readPages(deps, scope, run) : await readAlone(deps, scope, run);
    await finish(run, { state: 'SUCCESS', stateReason: result.reason }, result.settle);
  } catch (error) {
    const ended = run.signal.aborted || error instanceof ReadingEnded;
    if (ended) return;
    const isExpected = error instanceof VendorFailure || error instanceof Failure;
    // One that will be tried again goes on where it was.
    const endRun = (tx: Tx) => endOpenRun(tx, scope, target.documentId, 'failed', (error as Error).message);
    const state = { state: 'ERROR', stateReason: isExpected ? error.message : NEUTRAL } as const;
    await finish(run, state, isExpected ? endRun : undefined).catch((second) => {
      if (!(second instanceof ReadingEnded)) throw second;
    });
    if (!isExpected) throw error;
  } finally {
    run.stop();
  }
}

async function finish(
  run: ReadingRun,
  state: { state: 'SUCCESS' | 'ERROR'; stateReason: string | null },
  settle?: Settle,
) {
  const now = new Date();
  const clock = { lastReadAt: now, nextReadAt: nextReadAt(run.document, now) };
  await run.finish({ ...state, ...clock, progress: { ...run.progress, step: 'done' } }, settle);
}
