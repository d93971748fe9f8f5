import type { AgentId } from '@antiphon/contract/ids';
import type { LogEntry } from '@antiphon/contract/logs';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listLogEntries } from './logs.queries.ts';

export async function listLogs(
  deps: { database: Database },
  scope: Scope,
  query: { cursor?: string | undefined; limit: number; agentId?: AgentId | undefined; type?: string | undefined },
): Promise<{ items: LogEntry[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor);
  const filters = { agentId: query.agentId ?? null, type: query.type ?? null };
  const rows = await deps.database.transaction(scope, (tx) =>
    listLogEntries(tx, scope, { ...filters, after, limit: query.limit + 1 }),
  );
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ id, agentId, type, channel, content, metadata, createdAt }) => ({
      id,
      agentId,
      type,
      channel,
      content,
      metadata,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
  };
}
