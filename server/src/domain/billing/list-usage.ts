import type { UsageEntry, UsageExportPart } from '@antiphon/contract/billing';
import { CSV_MARK, csvLine } from '@antiphon/contract/csv';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listUsageRows, type UsageRow } from './billing.queries.ts';
import { toCredits } from './credits.rules.ts';
import { getBalance } from './get-balance.ts';

type UsageQuery = {
  orgId?: OrgId | undefined;
  agentId?: AgentId | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type UsagePage = { items: UsageEntry[]; nextCursor: string | null; loadTokens: number; heldTokens: number };

/** What raised or lowered the balance, newest first, beside the balance itself. Credits, not micro-credits. */
export async function listUsage(
  deps: { database: Database },
  scope: Scope,
  query: UsageQuery & { cursor?: string | undefined; limit: number },
): Promise<UsagePage> {
  const after = readCursor(query.cursor);
  return deps.database.transaction(scope, async (tx) => {
    const rows = await listUsageRows(tx, scope, {
      limit: query.limit + 1,
      after,
      orgId: query.orgId ?? null,
      agentId: query.agentId ?? null,
      from: query.from ? new Date(query.from) : null,
      to: query.to ? new Date(query.to) : null,
    });
    const { balanceMicro, heldMicro } = await getBalance(tx, scope, query.orgId);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return {
      items: shown.map(present),
      nextCursor: last ? writeCursor(last.ts, last.id) : null,
      loadTokens: toCredits(balanceMicro),
      heldTokens: toCredits(heldMicro),
    };
  });
}

const COLUMNS = ['ts', 'featureKey', 'credits', 'agentId', 'agentTitle', 'conversationId', 'id'];

/** Lines of one piece. Each piece is a transaction of its own, so that a slow reader holds nothing open. */
const PIECE = 500;

/**
 * The same as CSV, piece by piece; of all times its credits sum to the balance. Ends when the reader leaves. Fails with `not_found`
 * where an agent or org is named that has no lines.
 */
export async function exportUsage(
  deps: { database: Database },
  scope: Scope,
  query: UsageQuery,
): Promise<AsyncGenerator<UsageExportPart>> {
  const read = (cursor?: string) => listUsage(deps, scope, { ...query, cursor, limit: PIECE });
  const first = await read();
  if (first.items.length === 0 && (query.agentId ?? query.orgId) !== undefined) fail('not_found');
  return writePages(first, read);
}

async function* writePages(first: UsagePage, read: (cursor: string) => Promise<UsagePage>) {
  yield { text: CSV_MARK + csvLine(COLUMNS), done: 0, isLast: false };
  let done = 0;
  for (let page: UsagePage | null = first; page !== null; ) {
    done += page.items.length;
    const { nextCursor }: UsagePage = page;
    yield { text: page.items.map(toLine).join(''), done, isLast: nextCursor === null };
    page = nextCursor === null ? null : await read(nextCursor);
  }
}

const toLine = ({ ts, featureKey, amount, direction, agentId, agentTitle, conversationId, id }: UsageEntry) =>
  csvLine([
    new Date(ts * 1_000).toISOString(),
    featureKey,
    direction === 'increase' ? amount : -amount,
    agentId,
    agentTitle,
    conversationId,
    id,
  ]);

const present = ({ workspaceUid: _, orgId: _org, amount, ts, ...row }: UsageRow): UsageEntry => ({
  ...row,
  amount: toCredits(amount),
  ts: Math.floor(ts.getTime() / 1_000),
});
