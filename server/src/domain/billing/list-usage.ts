import type { UsageEntry } from '@antiphon/contract/billing';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listUsageRows, type UsageRow } from './billing.queries.ts';
import { toCredits } from './credits.rules.ts';
import { getBalance } from './get-balance.ts';

type UsagePage = { items: UsageEntry[]; nextCursor: string | null; loadTokens: number; heldTokens: number };

/** What raised or lowered the balance, newest first, beside the balance itself. Credits, not micro-credits. */
export async function listUsage(
  deps: { database: Database },
  scope: Scope,
  query: {
    cursor?: string | undefined;
    limit: number;
    orgId?: OrgId | undefined;
    agentId?: AgentId | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
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

const present = ({ workspaceUid: _, orgId: _org, amount, ts, ...row }: UsageRow): UsageEntry => ({
  ...row,
  amount: toCredits(amount),
  ts: Math.floor(ts.getTime() / 1_000),
});
