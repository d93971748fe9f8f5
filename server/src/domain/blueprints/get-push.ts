import type { BlueprintPush, PushTarget } from '@antiphon/contract/blueprints';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, BlueprintPushId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listHands } from '../agents/agent-people.ts';
import { findCopies } from '../agents/get-agent.ts';
import { findPushLine, listPushes, listTargets, type PushLine } from './pushes.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };
export type PushName = { id: AgentId; pushId: BlueprintPushId };

/** Fails with `not_found` where it is no push of the blueprint. */
export async function demandPush(tx: Tx, scope: Scope, { id, pushId }: PushName): Promise<PushLine> {
  const row = await findPushLine(tx, scope, pushId);
  if (row?.blueprintId !== id) fail('not_found');
  return row;
}

export async function getPush(deps: Deps, scope: Scope, name: PushName): Promise<BlueprintPush> {
  const found = await deps.database.transaction(scope, async (tx) => {
    const row = await demandPush(tx, scope, name);
    const [newest] = await listPushes(tx, scope, name.id, 1);
    return { row, newestId: newest?.id };
  });
  const [named] = await nameAll(deps, scope, [found.row], found.newestId);
  return named!;
}

/** Null before the first. */
export async function readNewestPush(deps: Deps, scope: Scope, id: AgentId): Promise<BlueprintPush | null> {
  const rows = await deps.database.transaction(scope, (tx) => listPushes(tx, scope, id, 1));
  const [named] = await nameAll(deps, scope, rows, rows[0]?.id);
  return named ?? null;
}

export async function listBlueprintPushes(deps: Deps, scope: Scope, id: AgentId): Promise<BlueprintPush[]> {
  const rows = await deps.database.transaction(scope, async (tx) => {
    if (!(await findCopies(tx, scope, id))) fail('not_found');
    return listPushes(tx, scope, id, limits.blueprintPushesKept);
  });
  return nameAll(deps, scope, rows, rows[0]?.id);
}

async function nameAll(deps: Deps, scope: Scope, rows: readonly PushLine[], newestId: BlueprintPushId | undefined) {
  if (rows.length === 0) return [];
  const nameOf = await listHands(
    deps,
    scope,
    rows.map(({ startedByUserId }) => startedByUserId),
  );
  return rows.map(
    ({ startedByUserId, startedAt, finishedAt, tally, blueprintId: _, ...row }): BlueprintPush => ({
      ...row,
      isNewest: row.id === newestId,
      startedBy: nameOf(startedByUserId),
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      counts: tally,
    }),
  );
}

/** By their place in the push: who comes first is tried first. */
export async function listPushTargets(
  deps: Pick<Deps, 'database'>,
  scope: Scope,
  { id, pushId, cursor, limit }: PushName & { cursor?: string | undefined; limit: number },
): Promise<{ items: PushTarget[]; nextCursor: string | null }> {
  const after = cursor ? Number(/^\d{1,6}$/.exec(cursor)?.[0] ?? Number.NaN) : 0;
  if (Number.isNaN(after))
    fail('invalid_input', { issues: [{ path: 'cursor', message: 'This cursor is not valid.' }] });
  const rows = await deps.database.transaction(scope, async (tx) => {
    await demandPush(tx, scope, { id, pushId });
    return listTargets(tx, scope, pushId, { after, limit: limit + 1 });
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(({ position: _, ...row }) => row), nextCursor: last ? String(last.position) : null };
}
