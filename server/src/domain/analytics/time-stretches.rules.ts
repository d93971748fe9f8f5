import { Temporal } from 'temporal-polyfill';

/** Days of a calendar, both included (`2026-11-21`), cut in an IANA time zone. */
export type Range = { from: string; to: string; timeZone: string };
export type Unit = 'hour' | 'day' | 'week';

/** An hour of the wall clock. The one that a clock repeats in autumn is two, the one that it leaves out in spring is none. */
export type Hour = { startMs: number; day: number; weekday: number; hour: number };

const HOUR_MS = 3_600_000;
const HOURS_OF_DAYS_MAX = 2;
const DAYS_MAX = 92;

const startOf = (day: Temporal.PlainDate, timeZone: string) => day.toZonedDateTime(timeZone);

export const daysOf = ({ from, to }: Range): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days + 1;

/** Up to two days by the hour, up to a quarter by the day, longer by weeks that begin on Monday. */
export const unitOf = (days: number): Unit => (days <= HOURS_OF_DAYS_MAX ? 'hour' : days <= DAYS_MAX ? 'day' : 'week');

export type Stretch = { start: Date; end: Date; previousStart: Date; previousEnd: Date };

/**
 * The range and as many days right before it. Of a range that is not over, the time before ends at the same hour of its own
 * last day, so that a morning is compared with a morning.
 */
export function stretchOf(range: Range, now: Date): Stretch {
  const days = daysOf(range);
  const from = Temporal.PlainDate.from(range.from);
  const start = startOf(from, range.timeZone);
  const end = startOf(from.add({ days }), range.timeZone);
  const current = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(range.timeZone);
  const isGoing =
    Temporal.ZonedDateTime.compare(start, current) < 0 && Temporal.ZonedDateTime.compare(current, end) < 0;
  return {
    start: dateOf(start),
    end: dateOf(end),
    previousStart: dateOf(startOf(from.subtract({ days }), range.timeZone)),
    previousEnd: dateOf(isGoing ? current.subtract({ days }) : start),
  };
}

const dateOf = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds);

/** Every hour of a range, in order. */
export function hoursOf(range: Range): Hour[] {
  const days = daysOf(range);
  const first = Temporal.PlainDate.from(range.from);
  const found: Hour[] = [];
  let start = startOf(first, range.timeZone);
  for (let day = 0; day < days; day += 1) {
    const end = startOf(first.add({ days: day + 1 }), range.timeZone);
    const weekday = first.add({ days: day }).dayOfWeek - 1;
    for (const { startMs, hour } of hoursBetween(start, end)) found.push({ startMs, day, weekday, hour });
    start = end;
  }
  return found;
}

function hoursBetween(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime) {
  const startMs = start.epochMilliseconds;
  const isPlain = end.epochMilliseconds - startMs === 24 * HOUR_MS && start.hour === 0;
  if (isPlain) return Array.from({ length: 24 }, (_, hour) => ({ startMs: startMs + hour * HOUR_MS, hour }));
  const hours: { startMs: number; hour: number }[] = [];
  for (let at = start; Temporal.ZonedDateTime.compare(at, end) < 0; at = nextHour(at))
    hours.push({ startMs: at.epochMilliseconds, hour: at.hour });
  return hours;
}

/** Where a clock is put back by half an hour only, the hour that it repeats has no beginning of its own. */
function nextHour(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const later = at.add({ hours: 1 });
  const whole = later.with({ minute: 0 });
  return Temporal.ZonedDateTime.compare(whole, at) > 0 ? whole : later;
}

/** What fits into every hour's bounds: an hour, or where a clock is moved by less, the part of it that always fits. */
export function binMinutes(hours: readonly Hour[]): 15 | 30 | 60 {
  const [first] = hours;
  if (!first) return 60;
  const fits = (minutes: number) => hours.every(({ startMs }) => (startMs - first.startMs) % (minutes * 60_000) === 0);
  return fits(60) ? 60 : fits(30) ? 30 : 15;
}
