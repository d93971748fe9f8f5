import { Temporal } from 'temporal-polyfill';

/** The UTC month that a moment falls in, as limits and `agent_months` count it: `2026-11`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** Days of a calendar, both included, cut in an IANA time zone. */
export type DayRange = { from: string; to: string; timeZone: string };

/** Each day's name, and the moments between which they lie: one more than days. */
export function cutDays({ from, to, timeZone }: DayRange): { days: string[]; cuts: Date[] } {
  const days: string[] = [];
  const cuts: Date[] = [];
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
    cuts.push(new Date(day.toZonedDateTime(timeZone).epochMilliseconds));
    if (Temporal.PlainDate.compare(day, end) < 0) days.push(day.toString());
  }
  return { days, cuts };
}
