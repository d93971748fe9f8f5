import { expect, test } from 'vitest';
import { cutDays } from './calendar.rules.ts';

test('days lie between the midnights of their zone, also where a clock is put forward', () => {
  const { days, cuts } = cutDays({ from: '2026-03-28', to: '2026-03-29', timeZone: 'Europe/Berlin' });
  expect(days).toEqual(['2026-03-28', '2026-03-29']);
  expect(cuts.map((cut) => cut.toISOString())).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
});
