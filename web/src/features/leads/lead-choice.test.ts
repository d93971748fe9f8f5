import { limits } from '@antiphon/contract/limits';
import { expect, test } from 'vitest';
import { isAllOffered, withinCall } from './lead-choice.ts';

const max = limits.leadBulkMax;

test.each([
  ['all that were read are chosen, and there are more', { chosen: 50, read: 50, total: 120 }, true],
  ['all are chosen', { chosen: 50, read: 50, total: 50 }, false],
  ['one that was read is not chosen', { chosen: 49, read: 50, total: 120 }, false],
  ['as many are chosen as a call takes, and more were read', { chosen: max, read: max + 50, total: 10_000 }, true],
  ['those were all that match, as many as a call takes', { chosen: max, read: max, total: max }, false],
])('whether all are offered where %s', (_name, list, isOffered) => expect(isAllOffered(list)).toBe(isOffered));

test('no more are chosen one by one than a call takes', () => {
  const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => `led_${at}`));
  expect(withinCall(ids(max + 1))).toEqual(ids(max));
  expect(withinCall(ids(3))).toEqual(ids(3));
});
