import type { AgentPublication, AgentSort, AgentSummary, TrashedAgent } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import {
  countAgents,
  listAgents as listRows,
  listTags as listTagRows,
  listTrash as listTrashRows,
} from './agent-list.queries.ts';
import { purgedAt, toListed } from './agents.rules.ts';

type Deps = { database: Database };
type PageOf<Item> = { items: Item[]; nextCursor: string | null };
type Query = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: AgentSort;
  tag?: string | undefined;
  state?: AgentPublication | undefined;
  /** Of these alone. */
  agentIds?: readonly AgentId[] | undefined;
};

export async function listAgents(
  deps: Deps,
  scope: Scope,
  query: Query,
): Promise<PageOf<AgentSummary> & { total: number }> {
  const after = readCursor(query.cursor);
  const { sort, limit } = query;
  const { tag = null, state = null, agentIds = null } = query;
  const filters = { search: query.search?.trim() || null, tag, state, agentIds };
  const { rows, total } = await deps.database.transaction(scope, async (tx) => ({
    rows: await listRows(tx, scope, { ...filters, sort, after, limit: limit + 1 }),
    total: await countAgents(tx, scope, filters),
  }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const time = last && (sort === 'changed' ? last.updatedAt : last.createdAt);
  return { items: shown.map(toListed), nextCursor: last && time ? writeCursor(time, last.id) : null, total };
}

/** Tags are no things of their own: one exists while an agent carries it. */
export const listTags = (deps: Deps, scope: Scope) => deps.database.transaction(scope, (tx) => listTagRows(tx, scope));

export async function listTrash(
  deps: Deps,
  scope: Scope,
  query: { id?: AgentId | undefined; cursor?: string | undefined; limit: number },
): Promise<PageOf<TrashedAgent>> {
  const after = readCursor(query.cursor);
  const rows = await deps.database.transaction(scope, (tx) =>
    listTrashRows(tx, scope, { id: query.id ?? null, after, limit: query.limit + 1 }),
  );
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ id, title, image, deletedAt }) => ({
      ID: id,
      title: title ?? '',
      roundedImageURL: image,
      deletedAt: deletedAt.toISOString(),
      purgedAt: purgedAt(deletedAt).toISOString(),
    })),
    nextCursor: last ? writeCursor(last.deletedAt, last.id) : null,
  };
}
