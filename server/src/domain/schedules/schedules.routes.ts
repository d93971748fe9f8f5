import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { listSchedules } from './list-schedules.ts';
import { createSchedule, updateHours } from './save-schedule.ts';

const { schedules } = memberProcedure;

export const schedulesRoutes = (deps: { database: Database }) => ({
  list: schedules.list.handler(async ({ context }) => ({ items: await listSchedules(deps, context.scope) })),
  create: schedules.create.handler(({ context, input: { uid: _uid, ...hours } }) =>
    createSchedule(deps, context.member, hours),
  ),
  update: schedules.update.handler(({ context, input: { uid: _uid, scheduleId, ...hours } }) =>
    updateHours(deps, context.member, scheduleId, hours),
  ),
  delete: schedules.delete.handler(async ({ context, input }) => {
    await deleteSchedule(deps, context.member, input.scheduleId);
    return { success: true as const };
  }),
});
