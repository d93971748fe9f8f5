import { expect, test } from 'vitest';
import { withNewest } from './with-newest.ts';

const page = (ids: string, total = 0, nextCursor: string | null = 'more') => ({
  items: [...ids].map((id) => ({ id })),
  total,
  nextCursor,
});
const shown = (pages: { items: { id: string }[] }[] | null) =>
  pages?.map(({ items }) => items.map(({ id }) => id).join(''));

test('who is new comes first, and who was pushed down stays', () => {
  expect(shown(withNewest([page('ab'), page('cd')], page('xa')))).toEqual(['xab', 'cd']);
});

test('who moved up stands there once', () => {
  expect(shown(withNewest([page('ab'), page('cd'), page('ef')], page('ea')))).toEqual(['eab', 'cd', 'f']);
});

test('a single page is what was read last, and the numbers are', () => {
  expect(withNewest([page('ab', 2)], page('xa', 3))).toEqual([page('xa', 3)]);
  expect(withNewest([page('ab', 4), page('cd', 4)], page('xa', 5))?.[0]?.total).toBe(5);
});

test('nothing is joined where who came between may not have been read', () => {
  expect(withNewest([page('ab'), page('cd')], page('xy'))).toBeNull();
  expect(shown(withNewest([page('ab')], page('xy')))).toEqual(['xy']);
  expect(shown(withNewest([page('ab'), page('cd')], page('', 0, null)))).toEqual(['ab', 'cd']);
});
