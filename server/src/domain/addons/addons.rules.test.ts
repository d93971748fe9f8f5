import { expect, test } from 'vitest';
import { havingOf, judge, momentOf, restOf } from './addons.rules.ts';

const having = (quantity: number, paid = quantity) => ({
  ...{ name: 'Client seat', quantity, paid, unitAmount: 500, currency: 'usd' },
});
const line = (quantity: number, more: object = {}) => ({ addonId: 'client_seat', quantity, ...more });

test.each([
  [line(2), having(2), 'none'],
  [line(3), having(2), 'paid'],
  [line(3), having(1, 3), 'free'],
  [line(3, { price: 5, currency: 'usd', incrementalQuantity: 1 }), having(2), 'paid'],
  // Said again once it is so, it changes nothing, whatever was to be added then.
  [line(3, { incrementalQuantity: 1 }), having(3), 'none'],
  [line(12), having(2), 'paid'],
])('%j where there are %j: %s', (asked, there, judged) => {
  expect(judge(asked, there)).toBe(judged);
});

test.each([
  [line(1), null],
  [line(1), having(2)],
  [line(4), having(1, 3)],
  [line(13), having(2)],
  [line(3, { price: 4.99 }), having(2)],
  [line(3, { currency: 'eur' }), having(2)],
  [line(3, { incrementalQuantity: 2 }), having(2)],
])('%j where there are %j is refused', (asked, there) => {
  expect(judge(asked, there)).toEqual({ refused: expect.any(String) });
});

test('the rest of a period is rounded as the provider does it: what was and what will be, each for itself', () => {
  const period = { start: 0, end: 2_592_000 };
  expect(restOf({ unitAmount: 500, from: 0, to: 3 }, { ...period, at: 0 })).toBe(1_500);
  expect(restOf({ unitAmount: 500, from: 0, to: 3 }, { ...period, at: 1_296_000 })).toBe(750);
  expect(restOf({ unitAmount: 500, from: 3, to: 5 }, { ...period, at: 2_592_000 })).toBe(0);
  // 166.5 and 333: 167 and 333, not 166.5 rounded.
  expect(restOf({ unitAmount: 333, from: 1, to: 2 }, { ...period, at: 1_296_000 })).toBe(166);
});

test('two changes are not counted from the same second, and none from without the period', () => {
  const period = { start: 1_000, end: 2_000 };
  expect(momentOf({ ...period, now: 1_500, last: 0 })).toBe(1_500);
  expect(momentOf({ ...period, now: 1_500, last: 1_500 })).toBe(1_501);
  expect(momentOf({ ...period, now: 900, last: 0 })).toBe(1_000);
  expect(momentOf({ ...period, now: 900, last: 1_000 })).toBe(1_001);
  expect(momentOf({ ...period, now: 2_100, last: 999 })).toBe(2_000);
});

test('who began with an old price keeps it', () => {
  const items = [{ key: 'client_seat', quantity: 2, unitAmount: 400 }];
  const of = { items, paidItems: { client_seat: 3 }, currency: 'usd' as const, isYearly: false };
  expect(havingOf('client_seat', of)).toMatchObject({ quantity: 2, paid: 3, unitAmount: 400 });
  expect(havingOf('twilio-phone-number', of)).toMatchObject({ quantity: 0, paid: 0, unitAmount: 300 });
});
