import type { TargetReason, TargetState } from '@antiphon/contract/blueprints';
import type { AgentId, BlueprintPushId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { agents } from '../../db/schema/agents.ts';
import { blueprintPushes, blueprintTargets } from '../../db/schema/blueprints.ts';
import type { Scope } from '../../db/scope.ts';

export type PushRow = typeof blueprintPushes.$inferSelect;
export type TargetRow = typeof blueprintTargets.$inferSelect;
export type TargetKey = { pushId: BlueprintPushId; position: number };
export type Leased = TargetKey & { lease: Lease };

const isPush = (scope: Scope, id: BlueprintPushId) =>
  and(eq(blueprintPushes.workspaceUid, scope.workspaceUid), eq(blueprintPushes.id, id));
const arePushesOf = (scope: Scope, blueprintId: AgentId) =>
  and(eq(blueprintPushes.workspaceUid, scope.workspaceUid), eq(blueprintPushes.blueprintId, blueprintId));
const areTargetsOf = (scope: Scope, pushId: BlueprintPushId) =>
  and(eq(blueprintTargets.workspaceUid, scope.workspaceUid), eq(blueprintTargets.pushId, pushId));
const isTarget = (scope: Scope, { pushId, position }: TargetKey) =>
  and(areTargetsOf(scope, pushId), eq(blueprintTargets.position, position));
const isLeased = (scope: Scope, one: Leased) => and(isTarget(scope, one), isHeld(blueprintTargets, one.lease));

export const OPEN = ['waiting', 'testing'] as const;
export const SETTLED_BADLY = ['not_published', 'failed', 'stopped'] as const;

type Tally = Record<'all' | 'waiting' | 'done' | 'notPublished' | 'failed' | 'undone' | 'kept', number>;
const tally = sql<Tally>`(select json_build_object('all', count(*),
    'waiting', count(*) filter (where t.state in ('waiting', 'testing', 'undoing')),
    'done', count(*) filter (where t.state = 'done'),
    'notPublished', count(*) filter (where t.state = 'not_published'),
    'failed', count(*) filter (where t.state in ('failed', 'stopped', 'not_undone')),
    'undone', count(*) filter (where t.state = 'undone'),
    'kept', count(*) filter (where jsonb_array_length(t.kept) > 0))
  from blueprint_targets t where t.workspace_uid = blueprint_pushes.workspace_uid and t.push_id = blueprint_pushes.id)`;

const LINE = {
  id: blueprintPushes.id,
  blueprintId: blueprintPushes.blueprintId,
  version: blueprintPushes.version,
  publishes: blueprintPushes.publishes,
  inWaves: blueprintPushes.inWaves,
  wave: blueprintPushes.wave,
  state: blueprintPushes.state,
  startedByUserId: blueprintPushes.startedByUserId,
  startedAt: blueprintPushes.startedAt,
  finishedAt: blueprintPushes.finishedAt,
  tally,
};
export type PushLine = Awaited<ReturnType<typeof listPushes>>[number];

/** Without what is pushed. Newest first. */
export const listPushes = (tx: Tx, scope: Scope, blueprintId: AgentId, most: number) =>
  tx
    .select(LINE)
    .from(blueprintPushes)
    .where(arePushesOf(scope, blueprintId))
    .orderBy(desc(blueprintPushes.startedAt), desc(blueprintPushes.id))
    .limit(most);

export async function findPushLine(tx: Tx, scope: Scope, id: BlueprintPushId): Promise<PushLine | null> {
  const [row] = await tx.select(LINE).from(blueprintPushes).where(isPush(scope, id));
  return row ?? null;
}

/** Whoever changes it or one of its agents waits: all of a push takes this lock first. */
export async function lockPush(tx: Tx, scope: Scope, id: BlueprintPushId): Promise<PushRow | null> {
  const [row] = await tx.select().from(blueprintPushes).where(isPush(scope, id)).for('update');
  return row ?? null;
}

export async function findPush(tx: Tx, scope: Scope, id: BlueprintPushId): Promise<PushRow | null> {
  const [row] = await tx.select().from(blueprintPushes).where(isPush(scope, id));
  return row ?? null;
}

export async function hasOpenPush(tx: Tx, scope: Scope, blueprintId: AgentId): Promise<boolean> {
  const rows = await tx
    .select({ id: blueprintPushes.id })
    .from(blueprintPushes)
    .where(and(arePushesOf(scope, blueprintId), sql`${blueprintPushes.state} in ('running', 'paused', 'undoing')`));
  return rows.length > 0;
}

export async function insertPush(
  tx: Tx,
  scope: Scope,
  push: Omit<typeof blueprintPushes.$inferInsert, 'workspaceUid'>,
  targets: readonly { agentId: AgentId; wave: number }[],
) {
  const { workspaceUid } = scope;
  await tx.insert(blueprintPushes).values({ ...push, workspaceUid });
  await tx
    .insert(blueprintTargets)
    .values(targets.map((target, at) => ({ ...target, pushId: push.id, position: at + 1, workspaceUid })));
}

/** What only the newest push may need, and the pushes beyond `kept`. */
export async function clearOldPushes(tx: Tx, scope: Scope, blueprintId: AgentId, kept: number) {
  const all = tx.select({ id: blueprintPushes.id }).from(blueprintPushes).where(arePushesOf(scope, blueprintId));
  await tx
    .update(blueprintTargets)
    .set({ before: null })
    .where(
      and(
        eq(blueprintTargets.workspaceUid, scope.workspaceUid),
        inArray(blueprintTargets.pushId, all),
        sql`${blueprintTargets.before} is not null`,
      ),
    );
  const old = all.orderBy(desc(blueprintPushes.startedAt), desc(blueprintPushes.id)).offset(kept);
  await deleteSome(tx, blueprintPushes, sql`${blueprintPushes.id} in (${old})`, kept);
}

export async function updatePush(
  tx: Tx,
  scope: Scope,
  id: BlueprintPushId,
  change: Partial<Pick<PushRow, 'state' | 'wave'>>,
) {
  const isOver = change.state && ['stopped', 'done', 'undone'].includes(change.state);
  const finishedAt = isOver ? sql`now()` : change.state ? null : undefined;
  await tx
    .update(blueprintPushes)
    .set({ ...change, ...(finishedAt === undefined ? {} : { finishedAt }) })
    .where(isPush(scope, id));
}

export const listTargets = (
  tx: Tx,
  scope: Scope,
  pushId: BlueprintPushId,
  { after, limit }: { after: number; limit: number },
) =>
  tx
    .select({
      position: blueprintTargets.position,
      agentId: blueprintTargets.agentId,
      title: sql<string>`coalesce(${agents.title}, '')`,
      wave: blueprintTargets.wave,
      state: blueprintTargets.state,
      reason: blueprintTargets.reason,
      message: blueprintTargets.message,
      version: blueprintTargets.version,
      kept: blueprintTargets.kept,
      overwritten: blueprintTargets.overwritten,
    })
    .from(blueprintTargets)
    .innerJoin(agents, and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, blueprintTargets.agentId)))
    .where(and(areTargetsOf(scope, pushId), gt(blueprintTargets.position, after)))
    .orderBy(asc(blueprintTargets.position))
    .limit(limit);

/** Under the push's lock. */
export async function findTarget(tx: Tx, scope: Scope, key: TargetKey): Promise<TargetRow | null> {
  const [row] = await tx.select().from(blueprintTargets).where(isTarget(scope, key));
  return row ?? null;
}

export const renewTarget = async (tx: Tx, scope: Scope, one: Leased, ms: number): Promise<boolean> =>
  (
    await tx
      .update(blueprintTargets)
      .set(renewed(ms))
      .where(isLeased(scope, one))
      .returning({ position: blueprintTargets.position })
  ).length > 0;

type Step = Partial<
  Pick<
    TargetRow,
    'state' | 'reason' | 'message' | 'kept' | 'overwritten' | 'version' | 'before' | 'afterRevision' | 'suiteRunId'
  >
>;

/** What became of it, and its lease is given back; `inMs`: it is looked at again then. False where another has it by now. */
export async function noteStep(tx: Tx, scope: Scope, one: Leased, step: Step & { inMs?: number }): Promise<boolean> {
  const { inMs, ...change } = step;
  const changed = await tx
    .update(blueprintTargets)
    .set({
      ...GIVEN_BACK,
      ...change,
      ...(inMs === undefined
        ? { settledAt: sql`now()` }
        : { dueAt: sql`clock_timestamp() + ${inMs}::int * interval '1 millisecond'` }),
    })
    .where(isLeased(scope, one))
    .returning({ position: blueprintTargets.position });
  return changed.length > 0;
}

/** How many of a push, or of its waves up to `wave`, are in one of the states. */
export async function countTargets(
  tx: Tx,
  scope: Scope,
  pushId: BlueprintPushId,
  { states, reason, wave }: { states: readonly TargetState[]; reason?: TargetReason; wave?: number },
): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(blueprintTargets)
    .where(
      and(
        areTargetsOf(scope, pushId),
        inArray(blueprintTargets.state, [...states]),
        reason ? eq(blueprintTargets.reason, reason) : undefined,
        wave === undefined ? undefined : sql`${blueprintTargets.wave} <= ${wave}`,
      ),
    );
  return row?.total ?? 0;
}

export type Move = {
  from: readonly TargetState[];
  /** Those as well, where the push has changed the agent by then. */
  changedIn?: readonly TargetState[];
  to: TargetState;
};

/** All that are in one of the states go to another; answers how many. Whoever works on one of them loses it. */
export async function moveTargets(
  tx: Tx,
  scope: Scope,
  pushId: BlueprintPushId,
  { from, changedIn = [], to }: Move,
): Promise<number> {
  const { state, before } = blueprintTargets;
  const isChanged = changedIn.length > 0 ? and(inArray(state, [...changedIn]), isNotNull(before)) : undefined;
  const changed = await tx
    .update(blueprintTargets)
    .set({ ...GIVEN_BACK, state: to, reason: null, message: '', dueAt: sql`now()`, suiteRunId: null })
    .where(and(areTargetsOf(scope, pushId), or(inArray(state, [...from]), isChanged)))
    .returning({ position: blueprintTargets.position });
  return changed.length;
}
