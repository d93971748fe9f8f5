import { describe, expect, test } from 'vitest';
import { binMinutes, daysOf, hoursOf, stretchOf, unitOf } from './time-stretches.rules.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago'];

/** What the wall clock says, asked of another authority than the rules ask. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  return (ms: number) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part.weekday ?? '');
    return { day: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour), weekday };
  };
}

describe.each(zones)('days and hours in %s', (timeZone) => {
  const range = { from: '2026-03-01', to: '2026-11-30', timeZone };
  const clock = wallClock(timeZone);

  test('every moment lies in the hour that the clock on the wall shows, over both changes of the clock', () => {
    const hours = hoursOf(range);
    const { start, end } = stretchOf(range, new Date('2027-01-01T00:00:00Z'));
    expect(hours[0]?.startMs).toBe(start.getTime());
    let at = 0;
    const wrong: string[] = [];
    for (let ms = start.getTime(); ms < end.getTime(); ms += 15 * 60_000) {
      while ((hours[at + 1]?.startMs ?? Infinity) <= ms) at += 1;
      const { hour, weekday } = clock(ms);
      if (hours[at]?.hour !== hour || hours[at]?.weekday !== weekday) wrong.push(new Date(ms).toISOString());
    }
    expect(wrong).toEqual([]);
    expect(clock(start.getTime()).day).toBe(range.from);
    expect(clock(end.getTime() - 1).day).toBe(range.to);
    expect(clock(end.getTime()).day).toBe('2026-12-01');
  });

  test('hours only grow, and a bin never lies across the beginning of one', () => {
    const hours = hoursOf(range);
    const binMs = binMinutes(hours) * 60_000;
    for (const [index, { startMs }] of hours.entries()) {
      expect(startMs).toBeGreaterThan(hours[index - 1]?.startMs ?? 0);
      expect((startMs - (hours[0]?.startMs ?? 0)) % binMs).toBe(0);
    }
  });
});

test('the day on which a clock goes forward has 23 hours, the one on which it goes back 25', () => {
  const on = (day: string) => hoursOf({ from: day, to: day, timeZone: 'Europe/Berlin' });
  expect(on('2026-03-29')).toHaveLength(23);
  expect(on('2026-10-25')).toHaveLength(25);
  expect(on('2026-10-26')).toHaveLength(24);
  expect(binMinutes(on('2026-10-25'))).toBe(60);
  expect(binMinutes(hoursOf({ from: '2026-04-01', to: '2026-04-30', timeZone: 'Australia/Lord_Howe' }))).toBe(30);
});

test('the time before is as long, and of a range that is not over it ends at the same hour', () => {
  const week = { from: '2026-11-16', to: '2026-11-22', timeZone: 'Europe/Berlin' };
  expect(stretchOf(week, new Date('2026-12-01T00:00:00Z'))).toEqual({
    start: new Date('2026-11-15T23:00:00Z'),
    end: new Date('2026-11-22T23:00:00Z'),
    previousStart: new Date('2026-11-08T23:00:00Z'),
    previousEnd: new Date('2026-11-15T23:00:00Z'),
  });
  expect(stretchOf(week, new Date('2026-11-20T10:30:00Z')).previousEnd).toEqual(new Date('2026-11-13T10:30:00Z'));
  // The clock went back in between: half past eleven stays half past eleven.
  const over = { from: '2026-10-22', to: '2026-10-28', timeZone: 'Europe/Berlin' };
  expect(stretchOf(over, new Date('2026-10-27T10:30:00Z')).previousEnd).toEqual(new Date('2026-10-20T09:30:00Z'));
});

test.each([
  ['2026-11-21', '2026-11-21', 1, 'hour'],
  ['2026-11-20', '2026-11-21', 2, 'hour'],
  ['2026-10-25', '2026-11-21', 28, 'day'],
  ['2026-03-01', '2026-05-31', 92, 'day'],
  ['2026-03-01', '2026-06-01', 93, 'week'],
])('from %s to %s are %i days, drawn by the %s', (from, to, days, unit) => {
  expect(daysOf({ from, to, timeZone: 'UTC' })).toBe(days);
  expect(unitOf(days)).toBe(unit);
});
