import type { ScheduleHours } from '@antiphon/contract/schedules';
import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { sayOpening } from '../say-opening.ts';
import { copyMonday, findProblems, newHours, withAnother } from './schedule-draft.ts';

beforeAll(() => loadEnglish('schedules'));

const office: ScheduleHours = { ...newHours('Office'), timeZone: 'Europe/Berlin' };
const nine = { from: '09:00', to: '17:00' };

test('what the server would refuse is said beside its day or date', () => {
  expect(findProblems(office)).toEqual({});
  const night = { from: '22:00', to: '10:00' };
  const days = [
    [nine, { from: '16:00', to: '18:00' }],
    [{ from: '', to: '12:00' }],
    [{ from: '09:00', to: '09:00' }],
    [],
    [],
    [],
    [],
  ];
  const exceptions = [
    { date: '2026-12-24', ranges: [nine, nine] },
    { date: '2026-12-24', ranges: [] },
    { date: '', ranges: [] },
  ];
  expect(findProblems({ ...office, name: ' ', days, exceptions })).toEqual({
    name: 'Please give the schedule a name.',
    'days.0': 'These hours overlap with others.',
    'days.1': 'Please enter both times.',
    'days.2': 'Opening and closing time are the same.',
    'exceptions.0': 'These hours overlap with others.',
    'exceptions.1': 'This date is listed twice.',
    'exceptions.2': 'Please choose a date.',
  });
  expect(findProblems({ ...office, days: [[nine], [], [], [], [], [], [night]] })).toEqual({
    'days.0': 'These hours overlap with others.',
  });
});

test('Monday is copied to the weekdays and not to the weekend, and a further range comes after the last', () => {
  const copied = copyMonday([[nine], [], [], [], [], [], []]);
  expect(copied.map((ranges) => ranges.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(withAnother([{ from: '09:00', to: '12:00' }])[1]).toEqual({ from: '13:00', to: '15:00' });
  expect(withAnother([{ from: '20:00', to: '22:00' }])[1]).toEqual({ from: '', to: '' });
});

test.each([
  ['2026-11-23T10:00:00Z', office, 'Open now, closes at 5:00 PM in Berlin.'],
  ['2026-11-23T20:00:00Z', office, 'Closed now, opens Tuesday at 9:00 AM in Berlin.'],
  ['2026-11-23T06:00:00Z', office, 'Closed now, opens at 9:00 AM in Berlin.'],
  ['2026-11-23T06:00:00Z', { ...office, days: office.days.map(() => []) }, 'Closed now, with no opening in sight.'],
  [
    '2026-11-23T06:00:00Z',
    { ...office, days: office.days.map(() => []), exceptions: [{ date: '2026-12-24', ranges: [nine] }] },
    'Closed now, opens Thursday, December 24 at 9:00 AM in Berlin.',
  ],
  [
    '2026-11-23T06:00:00Z',
    { ...office, days: office.days.map(() => [{ from: '00:00', to: '24:00' }]) },
    'Open now, around the clock.',
  ],
])('at %s: %s', (now, hours, text) =>
  expect(
    sayOpening(hours, new Date(now))
      .text.replace(/[\u2066-\u2069]/g, '')
      .replace(/\s/g, ' '),
  ).toBe(text),
);
