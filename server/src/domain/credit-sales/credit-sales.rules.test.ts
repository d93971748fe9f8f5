import { expect, test } from 'vitest';
import { ADVANCE_MAX, sellable } from './credit-sales.rules.ts';

const nothing = { spendable: 0n, owedToPlatform: 0n, owedToOrgs: 0n, open: 0n };

test('what is there can be sold, and what is advanced', () => {
  expect(sellable(nothing)).toBe(ADVANCE_MAX);
  expect(sellable({ ...nothing, spendable: 7n })).toBe(ADVANCE_MAX + 7n);
});

test('who owes the platform is advanced so much less, and never less than nothing', () => {
  expect(sellable({ ...nothing, spendable: 7n, owedToPlatform: 3n })).toBe(ADVANCE_MAX + 4n);
  expect(sellable({ ...nothing, spendable: 7n, owedToPlatform: 2n * ADVANCE_MAX })).toBe(7n);
});

test('what others pay for just now, and what is owed to orgs, is theirs', () => {
  expect(sellable({ ...nothing, spendable: 10n, owedToPlatform: ADVANCE_MAX, open: 6n, owedToOrgs: 1n })).toBe(3n);
  expect(sellable({ ...nothing, open: 2n * ADVANCE_MAX })).toBe(0n);
});
