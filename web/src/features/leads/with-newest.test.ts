import { expect, test } from 'vitest';
import { withNewest } from './with-newest.ts';

const page = (ids: string, total = 0) => ({ items: [...ids].map((id) => ({ id })), total });
const shown = (pages: { items: { id: string }[] }[]) => pages.map(({ items }) => items.map(({ id }) => id).join(''));

test('who is new comes first, and who was pushed down stays', () => {
  expect(shown(withNewest([page('ab'), page('cd')], page('xa')))).toEqual(['xab', 'cd']);
});

test('who moved up stands there once', () => {
  expect(shown(withNewest([page('ab'), page('cd'), page('ef')], page('ea')))).toEqual(['eab', 'cd', 'f']);
});

test('a single page is what was read last, and the numbers are', () => {
  expect(withNewest([page('ab', 2)], page('xa', 3))).toEqual([page('xa', 3)]);
  expect(withNewest([page('ab', 4), page('cd', 4)], page('xa', 5))[0]?.total).toBe(5);
});
