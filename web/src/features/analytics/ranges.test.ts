import { expect, test } from 'vitest';
import { dayAfter, findFault, readRange } from './ranges.ts';

const now = new Date(2026, 2, 1, 23, 30);

test.each([
  [{}, '28d', '2026-02-02', '2026-03-01'],
  [{ range: 'today' }, 'today', '2026-03-01', '2026-03-01'],
  [{ range: '7d' }, '7d', '2026-02-23', '2026-03-01'],
  [{ range: '90d' }, '90d', '2025-12-02', '2026-03-01'],
  [{ range: 'ever' }, '28d', '2026-02-02', '2026-03-01'],
  [{ from: '2026-01-01', to: '2026-01-31' }, 'custom', '2026-01-01', '2026-01-31'],
  [{ range: '7d', from: '2026-02-31', to: '2026-03-01' }, '7d', '2026-02-23', '2026-03-01'],
  [{ from: '2026-03-01', to: '2026-02-01' }, '28d', '2026-02-02', '2026-03-01'],
] as const)('%j is %s, from %s to %s', (search, choice, from, to) => {
  expect(readRange(search, now)).toEqual({ choice, days: { from, to } });
});

test('a range is two days in their order, at most 366 of them', () => {
  expect(findFault({ from: '2026-01-01' })).toBe('incomplete');
  expect(findFault({ from: '2026-01-02', to: '2026-01-01' })).toBe('backwards');
  expect(findFault({ from: '2025-01-01', to: '2026-01-01' })).toBe(null);
  expect(findFault({ from: '2025-01-01', to: '2026-01-02' })).toBe('long');
  expect(dayAfter(new Date(2026, 11, 31), 1)).toBe('2027-01-01');
});
