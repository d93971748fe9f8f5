import { Temporal } from 'temporal-polyfill';

/**
 * A part of a day by the wall clock: `09:00` to `17:00`. One that ends before it begins runs into the next day; `24:00` ends with the
 * day itself.
 */
export type HoursRange = { from: string; to: string };

export type OpeningHours = {
  /** IANA, such as `Europe/Berlin`. */
  timeZone: string;
  /** Monday first. A range belongs to the day on which it begins. */
  days: readonly (readonly HoursRange[])[];
  /** What begins on these dates instead; without ranges nothing does. */
  exceptions: readonly { date: string; ranges: readonly HoursRange[] }[];
};

/** `changesAt`: when it closes, or opens; null where that is not within sight. */
export type Opening = { isOpen: boolean; changesAt: Date | null };

export const WHOLE_DAY: HoursRange = { from: '00:00', to: '24:00' };
export const DAYS = 7;
const DAY_MINUTES = 24 * 60;
/** An opening is looked for so far ahead. */
const SIGHT_DAYS = 366;
/** What is open for longer than this is open around the clock. */
const OPEN_DAYS = 8;

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const lengthOf = ({ from, to }: HoursRange): number => {
  const minutes = minutesOf(to) - minutesOf(from);
  return minutes > 0 ? minutes : minutes + DAY_MINUTES;
};

/** Where a week has two ranges at the same time: the later one of the two, as the day that it begins on and its place there. */
export function findOverlap(days: OpeningHours['days']): { day: number; index: number } | null {
  const spans = days
    .flatMap((ranges, day) =>
      ranges.map((range, index) => {
        const start = day * DAY_MINUTES + minutesOf(range.from);
        return { day, index, start, end: start + lengthOf(range) };
      }),
    )
    .toSorted((one, other) => one.start - other.start);
  const [first] = spans;
  // The night from Sunday to Monday.
  const round = first ? [...spans, { ...first, start: first.start + DAYS * DAY_MINUTES }] : [];
  let end = 0;
  for (const span of round) {
    if (span.start < end) return { day: span.day, index: span.index };
    end = Math.max(end, span.end);
  }
  return null;
}

/** Of one date alone: which of its ranges begins within another. */
export const findOverlapOf = (ranges: readonly HoursRange[]): number | null =>
  findOverlap([ranges, ...Array.from({ length: DAYS - 1 }, () => [])])?.index ?? null;

/** Whether it is open at a moment, and when that changes next. */
export function openingAt({ timeZone, days, exceptions }: OpeningHours, now: Date): Opening {
  const nowMs = now.getTime();
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  const others = new Map(exceptions.map(({ date, ranges }) => [date, ranges]));
  let openUntil: number | null = null;
  // What began yesterday may still be open.
  for (let ahead = -1; ahead <= SIGHT_DAYS; ahead += 1) {
    const date = today.add({ days: ahead });
    const ranges = others.get(date.toString()) ?? days[date.dayOfWeek - 1] ?? [];
    for (const { startMs, endMs } of spansOf(date, ranges, timeZone)) {
      if (endMs <= nowMs) continue;
      if (startMs > (openUntil ?? nowMs))
        return { isOpen: openUntil !== null, changesAt: new Date(openUntil ?? startMs) };
      openUntil = Math.max(openUntil ?? 0, endMs);
    }
    // A day without ranges lies between this and what is next, or it goes on and on.
    if (openUntil !== null && ahead > 0 && openUntil < startOf(date, timeZone)) break;
    if (openUntil !== null && ahead >= OPEN_DAYS) return { isOpen: true, changesAt: null };
  }
  return { isOpen: openUntil !== null, changesAt: openUntil === null ? null : new Date(openUntil) };
}

/** In the order in which they begin. Of what a clock leaves out nothing is left. */
function spansOf(date: Temporal.PlainDate, ranges: readonly HoursRange[], timeZone: string) {
  return ranges
    .toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from))
    .map((range) => {
      const start = minutesOf(range.from);
      return {
        startMs: momentOf(date, start, timeZone, 'earlier'),
        endMs: momentOf(date, start + lengthOf(range), timeZone, 'later'),
      };
    })
    .filter(({ startMs, endMs }) => startMs < endMs);
}

const startOf = (date: Temporal.PlainDate, timeZone: string) => momentOf(date, 0, timeZone, 'earlier');

/**
 * When a clock shows a time, `minutes` after the midnight that a date begins with. One that it shows twice, in autumn, is the first
 * for what begins and the second for what ends; one that it leaves out, in spring, is the moment at which it is put forward.
 */
function momentOf(date: Temporal.PlainDate, minutes: number, timeZone: string, which: 'earlier' | 'later'): number {
  const wall = date
    .add({ days: Math.floor(minutes / DAY_MINUTES) })
    .toPlainDateTime({ hour: Math.floor((minutes % DAY_MINUTES) / 60), minute: minutes % 60 });
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: which });
  if (moment.toPlainDateTime().equals(wall)) return moment.epochMilliseconds;
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds;
}
