import type { AgentId, ScheduleId } from '@antiphon/contract/ids';
import type { ScheduleHours } from '@antiphon/contract/schedules';
import { and, asc, count, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions, isAnswering } from '../../db/schema/agents.ts';
import { conversationFacts as facts } from '../../db/schema/analytics.ts';
import { schedules } from '../../db/schema/schedules.ts';
import type { Scope } from '../../db/scope.ts';

const isOne = (scope: Scope, id: ScheduleId) =>
  and(eq(schedules.workspaceUid, scope.workspaceUid), eq(schedules.id, id));

const FIELDS = {
  id: schedules.id,
  name: schedules.name,
  timeZone: schedules.timeZone,
  days: schedules.days,
  exceptions: schedules.exceptions,
};
export type ScheduleRow = Awaited<ReturnType<typeof listScheduleRows>>[number];

export const listScheduleRows = (tx: Tx, scope: Scope) =>
  tx
    .select(FIELDS)
    .from(schedules)
    .where(eq(schedules.workspaceUid, scope.workspaceUid))
    .orderBy(asc(schedules.createdAt), asc(schedules.id));

export async function findScheduleRow(tx: Tx, scope: Scope, id: ScheduleId) {
  const [row] = await tx.select(FIELDS).from(schedules).where(isOne(scope, id));
  return row ?? null;
}

export async function countSchedules(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(schedules)
    .where(eq(schedules.workspaceUid, scope.workspaceUid));
  return row?.total ?? 0;
}

export async function insertSchedule(tx: Tx, scope: Scope, id: ScheduleId, hours: ScheduleHours): Promise<ScheduleRow> {
  const [made] = await tx
    .insert(schedules)
    .values({ ...hours, id, workspaceUid: scope.workspaceUid })
    .returning(FIELDS);
  return made!;
}

export async function updateSchedule(tx: Tx, scope: Scope, id: ScheduleId, hours: ScheduleHours) {
  const [changed] = await tx.update(schedules).set(hours).where(isOne(scope, id)).returning(FIELDS);
  return changed ?? null;
}

export async function removeSchedule(tx: Tx, scope: Scope, id: ScheduleId) {
  await tx.delete(schedules).where(isOne(scope, id));
}

/** While the transaction lasts nobody deletes it. */
export async function lockScheduleForUse(tx: Tx, scope: Scope, id: ScheduleId): Promise<boolean> {
  const rows = await tx.select({ id: schedules.id }).from(schedules).where(isOne(scope, id)).for('key share');
  return rows.length > 0;
}

/** For its deletion: waits until whoever is about to use it has done so. */
export async function lockSchedule(tx: Tx, scope: Scope, id: ScheduleId) {
  const [row] = await tx.select(FIELDS).from(schedules).where(isOne(scope, id)).for('update');
  return row ?? null;
}

/**
 * Agents whose working copy or a published copy names a schedule (`id`, else any). Earlier versions and agents in the trash do not
 * count.
 */
export async function listAgentsUsing(tx: Tx, scope: Scope, id?: ScheduleId) {
  const used = sql<ScheduleId>`used.schedule_id`;
  const rows = await tx
    .selectDistinct({ ID: agents.id, title: agents.title, createdAt: agents.createdAt, scheduleId: used })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), isAnswering, eq(agentVersions.workspaceUid, scope.workspaceUid)),
    )
    .innerJoin(
      sql`lateral (
        values (${agents.draft} #>> '{handoff,scheduleId}'), (${agentVersions.settings} #>> '{handoff,scheduleId}')
      ) as used (schedule_id)`,
      id ? eq(used, id) : isNotNull(used),
    )
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt)))
    .orderBy(asc(agents.createdAt), asc(agents.id));
  return rows.map(({ ID, title, scheduleId }) => ({ ID, title: title ?? '', scheduleId }));
}

/** Of those who asked for a person in conversations since then, and got one: how many, and what half of them waited at most. */
export async function measureWaits(tx: Tx, scope: Scope, agentId: AgentId, since: Date) {
  const waited = sql`epoch_ms(${facts.requestedAt}, ${facts.claimedAt})`;
  const [row] = await tx
    .select({ asked: count(), halfMs: sql<number>`(percentile_disc(0.5) within group (order by ${waited}))::int` })
    .from(facts)
    .where(
      and(
        eq(facts.workspaceUid, scope.workspaceUid),
        eq(facts.agentId, agentId),
        gte(facts.startedAt, since),
        sql`${facts.claimedAt} >= ${facts.requestedAt}`,
      ),
    );
  return row ?? { asked: 0, halfMs: 0 };
}
