import { type AgentId, type DocumentId, randomText } from '@antiphon/contract/ids';
import type { ReadingProgress } from '@antiphon/contract/knowledge';
import type { Database, Tx } from '../../db/database.ts';
import { GIVEN_BACK, keepLease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { endOpenRun } from '../crawl-runs/record-run.ts';
import { emit } from '../events/emit.ts';
import type { DocumentText } from '../extraction/extraction.ports.ts';
import type { FileStore, SniffFileKind } from '../uploads/uploads.ports.ts';
import type { FetchPage, SiteFiles } from '../websites/websites.ports.ts';
import type { DocumentRow, NewDocumentRow } from './documents.queries.ts';
import { newProgress } from './documents.rules.ts';
import { claimReading, giveUpReading, LEASE_MS, updateReading } from './reading-run.queries.ts';

export type ReadingDeps = {
  database: Database;
  fileStore: FileStore;
  fetchPage: FetchPage;
  documentText: DocumentText;
  siteFiles: SiteFiles;
  sniffFileKind: SniffFileKind;
};

/** Thrown out of a run whose document was deleted, edited or taken over. It ends without a trace. */
export class ReadingEnded extends Error {}

export type Settle = (tx: Tx) => Promise<unknown>;

/** One reading of one document. All that it writes is void once it no longer holds the document. */
export type ReadingRun = {
  readonly document: DocumentRow;
  readonly progress: ReadingProgress;
  /** Aborted when the document was taken away. */
  readonly signal: AbortSignal;
  /** Writes in the caller's transaction; throws `ReadingEnded`, which rolls it back. */
  write(tx: Tx, change: Partial<NewDocumentRow>): Promise<void>;
  /** Changes the progress and stores it. */
  report(change: Partial<ReadingProgress>): Promise<void>;
  /** Ends the lease and lets go; `settle` writes in the same transaction. */
  finish(change: Partial<NewDocumentRow>, settle?: Settle): Promise<void>;
  stop(): void;
};

const GIVEN_UP = 'Reading this was cut off several times, so it was given up. You can have it read again.';

/** Null when the document is gone, another run reads it, or its runs were cut off too often: that ends it as ERROR. */
export async function startReadingRun(
  deps: { database: Database },
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<ReadingRun | null> {
  const owner = randomText(15);
  const document = await deps.database.transaction(scope, async (tx) => {
    const row = await claimReading(tx, scope, { ...target, owner });
    if (!row && (await giveUpReading(tx, scope, target, GIVEN_UP))) {
      await endOpenRun(tx, scope, target.documentId, 'failed', GIVEN_UP);
      await emit(tx, scope, { type: 'document_failed', payload: target });
    }
    return row;
  });
  if (!document) return null;
  const held = { documentId: target.documentId, lease: { owner, attempt: document.leaseAttempt } };
  const progress = newProgress();
  const kept = keepLease(LEASE_MS, () => deps.database.transaction(scope, (tx) => updateReading(tx, scope, held, {})));
  const write = async (tx: Tx, change: Partial<NewDocumentRow>) => {
    if (await updateReading(tx, scope, held, change)) return;
    kept.lose();
    throw new ReadingEnded();
  };
  const writeAlone = (change: Partial<NewDocumentRow>) => deps.database.transaction(scope, (tx) => write(tx, change));
  return {
    document,
    progress,
    signal: kept.signal,
    write,
    report: (change) => writeAlone({ progress: Object.assign(progress, change) }),
    finish: (change, settle) =>
      deps.database.transaction(scope, async (tx) => {
        await write(tx, { ...change, ...GIVEN_BACK, readingAttempts: 0 });
        await settle?.(tx);
        if (change.state === 'SUCCESS') await emit(tx, scope, { type: 'document_read', payload: target });
        // A page that fails is told of by the crawl it belongs to.
        if (change.state === 'ERROR' && document.parentId === null)
          await emit(tx, scope, { type: 'document_failed', payload: target });
      }),
    stop: () => kept.end(),
  };
}
