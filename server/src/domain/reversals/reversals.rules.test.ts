import { expect, test } from 'vitest';
import { creditsBack, disputeOf, feeMissing, reversedOf } from './reversals.rules.ts';

const charge = { amount: 1_000, refunded: 0, disputes: [] };
const disputed = (...states: ('open' | 'won' | 'lost')[]) => states.map((state) => ({ state, amount: 600 }));

// Planted: a dispute counts as soon as it is open.
test.each([
  [{ ...charge, refunded: 250 }, 250],
  [{ ...charge, disputes: disputed('open') }, 0],
  [{ ...charge, disputes: disputed('won') }, 0],
  [{ ...charge, disputes: disputed('lost') }, 600],
  [{ ...charge, refunded: 300, disputes: disputed('lost') }, 900],
  [{ ...charge, refunded: 700, disputes: disputed('lost') }, 1_000],
])('of %j so much went back: %i', (facts, reversed) => expect(reversedOf(facts)).toBe(reversed));

test('an open dispute counts before one that was lost, and that before one that was won', () => {
  expect(disputeOf(charge)).toBeNull();
  expect(disputeOf({ ...charge, disputes: disputed('won') })).toBe('won');
  expect(disputeOf({ ...charge, disputes: disputed('won', 'lost') })).toBe('lost');
  expect(disputeOf({ ...charge, disputes: disputed('lost', 'open') })).toBe('open');
});

test('never more than the part goes back, and all of it for the whole', () => {
  expect(creditsBack(10n, { reversed: 1, total: 3 })).toBe(3n);
  expect(creditsBack(10n, { reversed: 3, total: 3 })).toBe(10n);
  expect(creditsBack(10n, { reversed: 4, total: 3 })).toBe(10n);
  expect(creditsBack(10n, { reversed: 0, total: 0 })).toBe(0n);
});

// Planted: the whole share is given each time, whatever was given before.
test('of the fee the part goes back that is missing', () => {
  const of = (refunded: number, given: number) =>
    feeMissing({ ...charge, refunded, fee: { id: 'fee_1', amount: 50, refunded: given } });
  expect([of(0, 0), of(250, 0), of(250, 13), of(1_000, 13), of(1_000, 50), of(0, 13)]).toEqual([0, 13, 0, 37, 0, 0]);
  expect(feeMissing({ ...charge, refunded: 500, fee: null })).toBe(0);
});
