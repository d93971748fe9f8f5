import type { Schedule } from '@antiphon/contract/schedules';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listAgentsUsing, listScheduleRows, type ScheduleRow } from './schedules.queries.ts';

/** Every member may see them, since whoever edits an agent picks one. */
export async function listSchedules(deps: { database: Database }, scope: Scope): Promise<Schedule[]> {
  const { rows, agents } = await deps.database.transaction(scope, async (tx) => ({
    rows: await listScheduleRows(tx, scope),
    agents: await listAgentsUsing(tx, scope),
  }));
  return rows.map((row) =>
    toSchedule(
      row,
      agents.filter(({ scheduleId }) => scheduleId === row.id),
    ),
  );
}

/** Agents of one schedule that an answer names. */
const AGENTS_SHOWN = 100;

export const toSchedule = (row: ScheduleRow, agents: Schedule['agents']): Schedule => ({
  ...row,
  agents: agents.slice(0, AGENTS_SHOWN).map(({ ID, title }) => ({ ID, title })),
});
