import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findOverlap,
  findOverlapOf,
  type HoursRange,
  type OpeningHours,
  openingAt,
  WHOLE_DAY,
} from './opening-hours.ts';

const NINE_TO_FIVE: HoursRange = { from: '09:00', to: '17:00' };
const weekdays = (ranges: HoursRange[]): HoursRange[][] => [ranges, ranges, ranges, ranges, ranges, [], []];
const everyDay = (...ranges: HoursRange[]): HoursRange[][] => Array.from({ length: 7 }, () => ranges);
const berlin = (days: HoursRange[][], exceptions: OpeningHours['exceptions'] = []): OpeningHours => ({
  timeZone: 'Europe/Berlin',
  days,
  exceptions,
});
const at = (hours: OpeningHours, moment: string) => {
  const { isOpen, changesAt } = openingAt(hours, new Date(moment));
  return [isOpen ? 'open' : 'closed', changesAt?.toISOString() ?? null];
};

describe('when it is open', () => {
  const office = berlin(weekdays([NINE_TO_FIVE]), [
    { date: '2026-12-24', ranges: [{ from: '09:00', to: '12:00' }] },
    { date: '2026-12-25', ranges: [] },
  ]);

  test.each([
    ['before it opens', '2026-11-23T07:59:00Z', 'closed', '2026-11-23T08:00:00.000Z'],
    ['to the second', '2026-11-23T08:00:00Z', 'open', '2026-11-23T16:00:00.000Z'],
    ['at its end', '2026-11-23T16:00:00Z', 'closed', '2026-11-24T08:00:00.000Z'],
    ['over the weekend', '2026-11-27T20:00:00Z', 'closed', '2026-11-30T08:00:00.000Z'],
    ['shorter on a date', '2026-12-24T09:00:00Z', 'open', '2026-12-24T11:00:00.000Z'],
    ['closed on a date, and the weekend after it', '2026-12-24T12:00:00Z', 'closed', '2026-12-28T08:00:00.000Z'],
    ['over the change of the clocks', '2026-03-27T18:00:00Z', 'closed', '2026-03-30T07:00:00.000Z'],
  ])('%s', (_what, moment, state, change) => expect(at(office, moment)).toEqual([state, change]));

  test('a night belongs to the day on which it begins', () => {
    const bar = berlin(everyDay({ from: '22:00', to: '02:00' }), [{ date: '2026-11-25', ranges: [] }]);
    expect(at(bar, '2026-11-25T00:30:00Z')).toEqual(['open', '2026-11-25T01:00:00.000Z']);
    expect(at(bar, '2026-11-25T22:00:00Z')).toEqual(['closed', '2026-11-26T21:00:00.000Z']);
  });

  test('ranges that touch are one, around the clock has no end, and what never opens has no beginning', () => {
    const touching = berlin(weekdays([NINE_TO_FIVE, { from: '17:00', to: '20:00' }]));
    expect(at(touching, '2026-11-23T10:00:00Z')).toEqual(['open', '2026-11-23T19:00:00.000Z']);
    const days = [[], [], [], [], [WHOLE_DAY], [WHOLE_DAY], [{ from: '00:00', to: '12:00' }]];
    expect(at(berlin(days), '2026-11-27T10:00:00Z')).toEqual(['open', '2026-11-29T11:00:00.000Z']);
    expect(at(berlin(everyDay(WHOLE_DAY)), '2026-11-23T10:00:00Z')).toEqual(['open', null]);
    const onlyOnce = [{ date: '2027-06-01', ranges: [WHOLE_DAY] }];
    expect(at(berlin(everyDay(), onlyOnce), '2026-11-23T10:00:00Z')).toEqual(['closed', '2027-05-31T22:00:00.000Z']);
    expect(at(berlin(everyDay(), onlyOnce), '2027-06-01T10:00:00Z')).toEqual(['open', '2027-06-01T22:00:00.000Z']);
    expect(at(berlin(everyDay()), '2026-11-23T10:00:00Z')).toEqual(['closed', null]);
  });
});

/** What a clock on the wall there shows, by the platform and not by the library. */
function wallOf(moment: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  return { date, day: (new Date(date).getUTCDay() + 6) % 7, time: `${parts.hour}:${parts.minute}` };
}

/** Does the clock stand within the hours, of this day or of the night before? */
function isWithin({ days, exceptions, timeZone }: OpeningHours, moment: number): boolean {
  const { date, day, time } = wallOf(moment, timeZone);
  const of = (which: string, weekday: number) =>
    exceptions.find((one) => one.date === which)?.ranges ?? days[weekday] ?? [];
  const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  const isNight = ({ from, to }: HoursRange) => to <= from;
  return (
    of(date, day).some((one) => one.from <= time && (isNight(one) || time < one.to)) ||
    of(yesterday, (day + 6) % 7).some((one) => isNight(one) && time < one.to)
  );
}

describe('over days on which clocks are changed', () => {
  const CHANGES = [
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['America/New_York', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    // By half an hour, at midnight, and a whole day that was left out.
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['America/Santiago', '2026-09-06T04:00:00Z'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ] as const;
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const hour = String(Math.floor(quarter / 4)).padStart(2, '0');
    return `${hour}:${String((quarter % 4) * 15).padStart(2, '0')}`;
  });
  const range = fc
    .record({ from: time, to: fc.oneof(time, fc.constant('24:00')) })
    .filter(({ from, to }) => from !== to);
  const ranges = fc.array(range, { maxLength: 3 }).filter((given) => findOverlapOf(given) === null);
  const week = fc.array(ranges, { minLength: 7, maxLength: 7 }).filter((days) => findOverlap(days) === null);

  test.each(CHANGES)('%s, %s: whoever reads the clock within the hours finds it open', (timeZone, change) => {
    const changeMs = Date.parse(change);
    const dayOf = (moment: number) => wallOf(moment, timeZone).date;
    fc.assert(
      fc.property(week, ranges, fc.integer({ min: -36 * 12, max: 36 * 12 }), (days, other, fives) => {
        const hours = { timeZone, days, exceptions: [{ date: dayOf(changeMs + 86_400_000), ranges: other }] };
        const nowMs = changeMs + fives * 5 * 60_000;
        const { isOpen, changesAt } = openingAt(hours, new Date(nowMs));
        const isMoved = Math.abs(nowMs - changeMs) <= 86_400_000;
        // The platform's clock alone cannot tell the first of two equal hours from the second.
        if (isWithin(hours, nowMs)) expect(isOpen).toBe(true);
        else if (!isMoved) expect(isOpen).toBe(false);
        if (!changesAt) return;
        expect(changesAt.getTime()).toBeGreaterThan(nowMs);
        // Nothing changes before, and something does then.
        for (const share of [0.25, 0.5, 0.999])
          expect(openingAt(hours, new Date(nowMs + (changesAt.getTime() - nowMs) * share)).isOpen).toBe(isOpen);
        expect(openingAt(hours, changesAt).isOpen).toBe(!isOpen);
      }),
      { numRuns: 150 },
    );
  });

  test('what is open until a day that the calendar leaves out is open on with what begins after it', () => {
    const hours = {
      timeZone: 'Pacific/Apia',
      days: [[], [], [], [{ from: '00:15', to: '00:00' }], [], [{ from: '00:00', to: '00:15' }], []],
      exceptions: [],
    };
    // On Thursday; the next day was Saturday.
    expect(openingAt(hours, new Date('2011-12-30T09:55:00Z'))).toEqual({
      isOpen: true,
      changesAt: new Date('2011-12-30T10:15:00Z'),
    });
  });

  test('an hour that is shown twice is one opening, and one that is left out begins when the clock is put forward', () => {
    const night = berlin(everyDay({ from: '01:00', to: '02:30' }));
    expect(at(night, '2026-10-24T22:00:00Z')).toEqual(['closed', '2026-10-24T23:00:00.000Z']);
    expect(at(night, '2026-10-24T23:00:00Z')).toEqual(['open', '2026-10-25T01:30:00.000Z']);
    const early = berlin(everyDay({ from: '02:30', to: '04:00' }));
    expect(at(early, '2026-03-29T00:00:00Z')).toEqual(['closed', '2026-03-29T01:00:00.000Z']);
    expect(at(early, '2026-03-29T01:00:00Z')).toEqual(['open', '2026-03-29T02:00:00.000Z']);
  });
});

describe('ranges at the same time', () => {
  test.each([
    ['within a day', [[NINE_TO_FIVE, { from: '16:00', to: '18:00' }]], { day: 0, index: 1 }],
    ['in any order', [[{ from: '16:00', to: '18:00' }, NINE_TO_FIVE]], { day: 0, index: 0 }],
    ['by the night before', [[{ from: '22:00', to: '10:00' }], [NINE_TO_FIVE]], { day: 1, index: 0 }],
    ['one that touches', [[NINE_TO_FIVE, { from: '17:00', to: '18:00' }]], null],
    ['a night that ends where a day begins', [[{ from: '22:00', to: '09:00' }], [NINE_TO_FIVE]], null],
    [
      'from Sunday to Monday',
      [[WHOLE_DAY], [], [], [], [], [], [{ from: '22:00', to: '01:00' }]],
      { day: 0, index: 0 },
    ],
    ['whole days', everyDay(WHOLE_DAY), null],
  ])('%s', (_what, days, found) =>
    expect(findOverlap([...days, ...Array.from({ length: 7 - days.length }, () => [])])).toEqual(found),
  );
});
