import { findOverlap, findOverlapOf, type HoursRange, WHOLE_DAY } from '@antiphon/contract/opening-hours';
import type { ScheduleHours } from '@antiphon/contract/schedules';
import { say } from '../../../texts/texts.ts';

const OFFICE: HoursRange = { from: '09:00', to: '17:00' };

/** What most offices have, where the browser stands. */
export const newHours = (name: string): ScheduleHours => ({
  name,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: [[OFFICE], [OFFICE], [OFFICE], [OFFICE], [OFFICE], [], []],
  exceptions: [],
});

export type Kind = 'closed' | 'whole' | 'hours';
export const kindOf = (ranges: readonly HoursRange[]): Kind =>
  ranges.length === 0 ? 'closed' : ranges.some(isWhole) ? 'whole' : 'hours';
const isWhole = ({ from, to }: HoursRange) => from === WHOLE_DAY.from && to === WHOLE_DAY.to;

export const rangesOf = (kind: Kind): HoursRange[] =>
  kind === 'closed' ? [] : kind === 'whole' ? [WHOLE_DAY] : [OFFICE];

/** After the last one, where there is room. */
export function withAnother(ranges: readonly HoursRange[]): HoursRange[] {
  const end = ranges.at(-1)?.to ?? '';
  const hour = Number(end.slice(0, 2));
  const at = (plus: number) => `${String(Math.min(hour + plus, 23)).padStart(2, '0')}:00`;
  return [...ranges, end !== '' && hour < 21 ? { from: at(1), to: at(3) } : { from: '', to: '' }];
}

/** Monday's hours for Tuesday to Friday. */
export const copyMonday = (days: ScheduleHours['days']): ScheduleHours['days'] =>
  days.map((ranges, day) => (day > 0 && day < 5 ? (days[0] ?? []) : ranges));

/** By the paths of the contract; what the server would refuse is said before it is asked. */
export function findProblems({ name, days, exceptions }: ScheduleHours): Record<string, string> {
  const problems: Record<string, string> = {};
  if (name.trim() === '') problems.name = say('schedules', 'errors.name');
  for (const [day, ranges] of days.entries()) {
    const problem = rangeProblem(ranges);
    if (problem) problems[`days.${day}`] = problem;
  }
  const overlap = findOverlap(days);
  if (overlap) problems[`days.${overlap.day}`] ??= say('schedules', 'errors.overlap');
  for (const [index, { date, ranges }] of exceptions.entries()) {
    const isTwice = exceptions.findIndex((one) => one.date === date) < index;
    const overlaps = findOverlapOf(ranges) !== null ? say('schedules', 'errors.overlap') : null;
    const problem =
      date === ''
        ? say('schedules', 'errors.date')
        : isTwice
          ? say('schedules', 'errors.dateTwice')
          : (rangeProblem(ranges) ?? overlaps);
    if (problem) problems[`exceptions.${index}`] = problem;
  }
  return problems;
}

const rangeProblem = (ranges: readonly HoursRange[]): string | null =>
  ranges.some(({ from, to }) => from === '' || to === '')
    ? say('schedules', 'errors.time')
    : ranges.some(({ from, to }) => from === to)
      ? say('schedules', 'errors.empty')
      : null;
