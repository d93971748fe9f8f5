import { oc } from '@orpc/contract';
import * as z from 'zod';
import { timeZone } from './day-range.ts';
import { AgentId, ScheduleId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { DAYS, findOverlap, findOverlapOf, minutesOf } from './opening-hours.ts';

const range = z
  .object({
    from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 09:00.'),
    to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Use a time such as 17:00.'),
  })
  .describe(
    'By the clock of the time zone. Where `to` is before `from` it runs into the next day; `24:00` ends with the day',
  );

const ranges = z
  .array(range)
  .max(limits.hoursRangesMax, `A day may have at most ${limits.hoursRangesMax} ranges.`)
  .superRefine((given, context) => {
    for (const [index, { from, to }] of given.entries())
      if (minutesOf(from) === minutesOf(to))
        context.addIssue({
          code: 'custom',
          path: [index, 'to'],
          message: 'A range has to end at another time than it begins.',
        });
  });

const hours = {
  name: z.string().trim().min(1, 'Please give the schedule a name.').max(limits.scheduleNameCharsMax),
  timeZone,
  days: z.array(ranges).length(DAYS).describe('Monday first. A range belongs to the day on which it begins'),
  exceptions: z
    .array(z.object({ date: z.iso.date(), ranges }))
    .max(limits.scheduleExceptionsMax, `A schedule may have at most ${limits.scheduleExceptionsMax} exceptions.`)
    .default([])
    .describe('Dates that have these ranges in place of those of their weekday; without ranges they are closed'),
};

const OVERLAP = 'This overlaps another range. Ranges may touch, but not overlap.';

function checkHours(
  { days, exceptions }: { days: z.infer<typeof hours.days>; exceptions: z.infer<typeof hours.exceptions> },
  context: z.RefinementCtx,
): void {
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  const overlap = findOverlap(days);
  if (overlap) say(['days', overlap.day, overlap.index], OVERLAP);
  for (const [index, { date, ranges: own }] of exceptions.entries()) {
    const at = findOverlapOf(own);
    if (at !== null) say(['exceptions', index, 'ranges', at], OVERLAP);
    if (exceptions.findIndex((one) => one.date === date) < index)
      say(['exceptions', index, 'date'], 'There is an exception for this date already.');
  }
}

/** When people of a workspace can be asked for. Kept once, and chosen by any number of agents. */
export const Schedule = z.object({
  id: ScheduleId,
  ...hours,
  agents: z
    .array(z.object({ ID: AgentId, title: z.string() }))
    .describe('Agents whose working copy or published copy uses it, at most 100'),
});
export type Schedule = z.infer<typeof Schedule>;
export type ScheduleHours = Omit<Schedule, 'id' | 'agents'>;

const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ scheduleId: ScheduleId });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Schedules'], successStatus });

export const schedulesContract = {
  list: route('GET', '/v2/workspaces/{uid}/schedules', 'List schedules: when people can be asked for')
    .input(workspace)
    .output(z.object({ items: z.array(Schedule) })),
  create: route('POST', '/v2/workspaces/{uid}/schedules', 'Create a schedule', 201)
    .input(workspace.extend(hours).superRefine(checkHours))
    .output(Schedule),
  update: route(
    'POST',
    '/v2/workspaces/{uid}/schedules/{scheduleId}',
    'Change a schedule; agents that use it follow at once',
  )
    .input(one.extend(hours).superRefine(checkHours))
    .output(Schedule),
  delete: route('DELETE', '/v2/workspaces/{uid}/schedules/{scheduleId}', 'Delete a schedule that no agent uses')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
};
