import type { Client } from '@antiphon/contract/clients';
import { fail } from '@antiphon/contract/errors';
import type { ClientId, OrgId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import {
  type ClientRow,
  countClients,
  findAgencyId,
  findClientRow,
  listClientAgents,
  listClientRows,
} from './clients.queries.ts';
import { toClient } from './clients.rules.ts';

type Deps = { database: Database };
type Query = { orgId?: OrgId | undefined; search?: string | undefined; cursor?: string | undefined; limit: number };
type Page = { items: Client[]; nextCursor: string | null; total: number };

/** By name, of one org or of all. A cursor is the id of the last client shown, whose name is looked up again. */
export function listClients(deps: Deps, scope: Scope, query: Query): Promise<Page> {
  const filters = { orgId: query.orgId ?? null, search: query.search?.trim() || null };
  return deps.database.transaction(scope, async (tx) => {
    const rows = await listClientRows(tx, scope, { ...filters, after: query.cursor ?? null, limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    const nextCursor = rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null;
    return { items: await withAgents(tx, scope, shown), nextCursor, total: await countClients(tx, scope, filters) };
  });
}

/** Fails with `not_found` for a client of another workspace. */
export const getClient = (deps: Deps, scope: Scope, id: ClientId): Promise<Client> =>
  deps.database.transaction(scope, (tx) => readClient(tx, scope, id));

/** The same in the caller's transaction. */
export async function readClient(tx: Tx, scope: Scope, id: ClientId): Promise<Client> {
  const row = await findClientRow(tx, scope, id);
  if (!row) fail('not_found');
  const [client] = await withAgents(tx, scope, [row]);
  return client!;
}

async function withAgents(tx: Tx, scope: Scope, rows: ClientRow[]): Promise<Client[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const assigned = Map.groupBy(await listClientAgents(tx, scope, ids), ({ clientId }) => clientId);
  const agencyId = await findAgencyId(tx, scope);
  return rows.map((row) => {
    const widgetIDs = (assigned.get(row.id) ?? []).map(({ agentId }) => agentId);
    return toClient(row, widgetIDs, agencyId);
  });
}
