import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { getOrgBalances } from '../billing/get-balance.ts';
import { countClients, countOrgs, findOrgRow, listOrgAgents, listOrgRows, type OrgRow } from './orgs.queries.ts';
import { toOrg } from './orgs.rules.ts';

type Deps = { database: Database };
type Page = { items: Org[]; nextCursor: string | null; total: number };

/** By name. A cursor is the id of the last org shown, whose name is looked up again. */
export function listOrgs(
  deps: Deps,
  scope: Scope,
  query: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Page> {
  const search = query.search?.trim() || null;
  return deps.database.transaction(scope, async (tx) => {
    const rows = await listOrgRows(tx, scope, { search, after: query.cursor ?? null, limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    const nextCursor = rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null;
    return { items: await withParts(tx, scope, shown), nextCursor, total: await countOrgs(tx, scope, search) };
  });
}

/** Fails with `not_found` for an org of another workspace. */
export const getOrg = (deps: Deps, scope: Scope, id: OrgId): Promise<Org> =>
  deps.database.transaction(scope, (tx) => readOrg(tx, scope, id));

/** The same in the caller's transaction. */
export async function readOrg(tx: Tx, scope: Scope, id: OrgId): Promise<Org> {
  const row = await findOrgRow(tx, scope, id);
  if (!row) fail('not_found');
  const [org] = await withParts(tx, scope, [row]);
  return org!;
}

async function withParts(tx: Tx, scope: Scope, rows: OrgRow[]): Promise<Org[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const assigned = Map.groupBy(await listOrgAgents(tx, scope, ids), ({ orgId }) => orgId);
  const counts = new Map((await countClients(tx, scope, ids)).map(({ orgId, n }) => [orgId, n]));
  const balanceOf = await getOrgBalances(tx, scope, ids);
  return rows.map((row) => {
    const { balanceMicro, usedPercent } = balanceOf(row.id);
    return toOrg({
      row,
      loadTokens: toCredits(balanceMicro),
      usedPercent,
      agents: (assigned.get(row.id) ?? []).map(({ orgId: _org, ...agent }) => agent),
      clients: counts.get(row.id) ?? 0,
    });
  });
}
