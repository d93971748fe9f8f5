import type { Crawl, CrawlKind, CrawlLine, CrawlState } from '@antiphon/contract/crawls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listRunsOf } from '../crawl-runs/list-runs.ts';
import { can, type Member } from '../identity/identity.policy.ts';
import { type CrawlRow, findCrawlRow, hasAgent, listCrawlRows } from './crawls.queries.ts';

type Query = {
  cursor?: string | undefined;
  limit: number;
  agentId?: AgentId | undefined;
  state?: CrawlState | undefined;
  search?: string | undefined;
};

export async function listCrawls(
  deps: { database: Database },
  scope: Scope,
  { cursor, limit, agentId = undefined, state, search }: Query,
): Promise<{ items: CrawlLine[]; nextCursor: string | null }> {
  const after = readCursor(cursor);
  const rows = await deps.database.transaction(scope, async (tx) => {
    if (agentId && !(await hasAgent(tx, scope, agentId))) fail('not_found');
    return listCrawlRows(tx, scope, {
      ...{ agentId: agentId ?? null, state: state ?? null, search: search?.trim() || null },
      ...{ after, limit: limit + 1 },
    });
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toLine), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

export async function getCrawl(
  deps: { database: Database },
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<Crawl> {
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = (await findCrawlRow(tx, scope, target)) ?? fail('not_found');
    const { starts = [], include = [], exclude = [] } = row.plan ?? {};
    return {
      ...toLine(row),
      ...{ starts: [row.url ?? '', ...starts], include, exclude, pagesMax: row.pagesMax },
      mayWrite: can(member, 'agents.write'),
      runs: await listRunsOf(tx, scope, target.documentId),
    };
  });
}

/** What is not named here stays inside. */
const toLine = ({ plan, ...row }: CrawlRow): CrawlLine => ({
  id: row.id,
  agentId: row.agentId,
  agentTitle: row.agentTitle,
  kind: row.kind as CrawlKind,
  title: row.title,
  url: row.url ?? '',
  state: row.state,
  stateReason: row.stateReason,
  pages: row.pages,
  refreshRate: row.refreshRate,
  hour: plan?.hour ?? null,
  timeZone: plan?.timeZone ?? 'UTC',
  isPaused: row.isPaused,
  progress: row.progress,
  waitingRunId: row.waitingRunId,
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
  nextReadAt: row.nextReadAt?.toISOString() ?? null,
});
