import { expect, test } from 'vitest';
import { coverOf, saleOf } from './plan-cover.ts';

test('what a workspace has is sold first, then what is advanced, and no more', () => {
  const cover = coverOf({ loadTokens: 750, heldTokens: 0, owedTokens: 0 });
  expect(cover).toEqual({ has: 750, sellable: 5_750 });
  expect([750, 751, 5_750, 5_751].map((credits) => saleOf(credits, cover))).toEqual([
    ...['covered', 'advanced', 'advanced', 'refused'],
  ]);
  expect(saleOf('', cover)).toBe('covered');
});

test('what replies hold is not sold, and what is owed is advanced no more', () => {
  expect(coverOf({ loadTokens: 100, heldTokens: 40, owedTokens: 0 })).toEqual({ has: 60, sellable: 5_060 });
  expect(coverOf({ loadTokens: 0, heldTokens: 0, owedTokens: 4_400 })).toEqual({ has: 0, sellable: 600 });
  expect(coverOf({ loadTokens: 0, heldTokens: 0, owedTokens: 7_000 })).toEqual({ has: 0, sellable: 0 });
});
