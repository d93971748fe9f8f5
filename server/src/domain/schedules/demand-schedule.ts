import type { AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { ScheduleId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockScheduleForUse } from './schedules.queries.ts';

/**
 * For whatever is about to name a schedule: fails with `invalid_input` where the workspace has none of such an id, and keeps the one
 * that it has from being deleted until the transaction ends. Null, at any hour, passes.
 */
export const demandSchedule = (tx: Tx, scope: Scope, { handoff }: AgentSettings): Promise<void> =>
  demandScheduleOf(tx, scope, handoff.scheduleId, 'settings.handoff.scheduleId');

/** `path`: where it was named. */
export async function demandScheduleOf(tx: Tx, scope: Scope, id: ScheduleId | null, path: string): Promise<void> {
  if (await hasSchedule(tx, scope, id)) return;
  const message = 'This schedule does not exist any more. Choose another one.';
  fail('invalid_input', { message, issues: [{ path, message }] });
}

/** For an earlier version that becomes the working copy again: without a schedule that was deleted since. */
export async function withKnownSchedule(tx: Tx, scope: Scope, settings: AgentSettings): Promise<AgentSettings> {
  if (await hasSchedule(tx, scope, settings.handoff.scheduleId)) return settings;
  return { ...settings, handoff: { ...settings.handoff, scheduleId: null } };
}

const hasSchedule = async (tx: Tx, scope: Scope, id: ScheduleId | null) =>
  id === null || (await lockScheduleForUse(tx, scope, id));
