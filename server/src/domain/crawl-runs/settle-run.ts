import type { CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockOpenRun, updateRun } from './crawl-runs.queries.ts';
import { endRun } from './record-run.ts';

type Target = { documentId: DocumentId; runId: CrawlRunId };

async function lockWaiting(tx: Tx, scope: Scope, { documentId, runId }: Target) {
  const open = await lockOpenRun(tx, scope, documentId);
  return open?.id === runId && open.state === 'waiting' ? open : null;
}

/** Whoever reads its document next applies it; false where it does not wait. */
export async function approveRun(tx: Tx, scope: Scope, target: Target): Promise<boolean> {
  const run = await lockWaiting(tx, scope, target);
  if (!run) return false;
  await updateRun(tx, scope, run.id, { state: 'applying' });
  return true;
}

export async function discardRun(tx: Tx, scope: Scope, target: Target): Promise<boolean> {
  const run = await lockWaiting(tx, scope, target);
  if (!run) return false;
  await endRun(tx, scope, run, 'discarded', run.reason);
  return true;
}
