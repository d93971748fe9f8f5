import { expect, test } from 'vitest';
import { labelled, roundMax } from './bar-scale.ts';

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [11, 20],
  [41, 50],
  [51, 60],
  [249, 400],
  [401, 500],
  [4_600, 5_000],
])('an axis up to %i ends at %i', (max, end) => {
  expect(roundMax(max)).toBe(end);
  expect(end / 2).toBe(Math.round(end / 2));
});

test('labels are even and few', () => {
  expect([...labelled(28, 7)]).toEqual([0, 4, 8, 12, 16, 20, 24]);
  expect([...labelled(3, 7)]).toEqual([0, 1, 2]);
  expect([...labelled(0, 7)]).toEqual([]);
});
