import type { AgentSummary } from '@antiphon/contract/agents';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listAgents as listRows } from './agents.queries.ts';
import { toSummary } from './agents.rules.ts';

export async function listAgents(
  deps: { database: Database },
  scope: Scope,
  query: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<{ items: AgentSummary[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor);
  const rows = await deps.database.transaction(scope, (tx) =>
    listRows(tx, scope, { limit: query.limit + 1, after, search: query.search?.trim() || null }),
  );
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return { items: shown.map(toSummary), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}
