import { fail } from '@antiphon/contract/errors';
import { newScheduleId, type ScheduleId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Schedule, ScheduleHours } from '@antiphon/contract/schedules';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { toSchedule } from './list-schedules.ts';
import { countSchedules, insertSchedule, listAgentsUsing, updateSchedule } from './schedules.queries.ts';

type Deps = { database: Database };

/** Fails with `schedule_limit_reached` where the workspace has as many as it may. */
export function createSchedule(deps: Deps, member: Member, hours: ScheduleHours): Promise<Schedule> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const id = newScheduleId();
  return deps.database.transaction(scope, async (tx) => {
    const details = { name: hours.name };
    // Its lock on the workspace's chain makes two savings wait for each other: none goes over the limit.
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'schedule.create', target: id, details });
    if ((await countSchedules(tx, scope)) >= limits.schedulesMax) fail('schedule_limit_reached');
    return toSchedule(await insertSchedule(tx, scope, id, inOrder(hours)), []);
  });
}

/** It holds for visitors from now on, of every agent that uses it: nothing has to be published. */
export function updateHours(deps: Deps, member: Member, id: ScheduleId, hours: ScheduleHours): Promise<Schedule> {
  demand(member, 'agents.publish');
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const changed = await updateSchedule(tx, scope, id, inOrder(hours));
    if (!changed) fail('not_found');
    const details = { name: changed.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'schedule.update', target: id, details });
    return toSchedule(changed, await listAgentsUsing(tx, scope, id));
  });
}

/** A day's ranges by when they begin, and exceptions by their dates. */
const inOrder = ({ name, timeZone, days, exceptions }: ScheduleHours): ScheduleHours => {
  const byBegin = (ranges: ScheduleHours['days'][number]) =>
    ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return {
    name,
    timeZone,
    days: days.map(byBegin),
    exceptions: exceptions
      .map(({ date, ranges }) => ({ date, ranges: byBegin(ranges) }))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1)),
  };
};
