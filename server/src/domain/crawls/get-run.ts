import type { CrawlChange, CrawlRun, CrawlRunPage } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readPage, readRun } from '../crawl-runs/list-runs.ts';
import { hasRun } from './crawls.queries.ts';

export type RunTarget = { agentId: AgentId; documentId: DocumentId; runId: CrawlRunId };

export const getRun = (
  deps: { database: Database },
  scope: Scope,
  target: RunTarget,
  query: { change?: CrawlChange | undefined; cursor?: string | undefined; limit: number },
): Promise<CrawlRun & { items: CrawlRunPage[]; nextCursor: string | null }> =>
  deps.database.transaction(scope, async (tx) => {
    if (!(await hasRun(tx, scope, target))) fail('not_found');
    return readRun(tx, scope, target.runId, query);
  });

export const getPage = (deps: { database: Database }, scope: Scope, target: RunTarget, pageId: string) =>
  deps.database.transaction(scope, async (tx) => {
    if (!(await hasRun(tx, scope, target))) fail('not_found');
    return readPage(tx, scope, target.runId, pageId);
  });
