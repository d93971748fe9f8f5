import { expect, it } from 'vitest';
import { isUpgradeOffered } from './upgrade.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1_000;
const week = 604_800;

it.each([
  ['joined 7 days ago to the second, 500 credits', null, week, 500, false],
  ['joined more than 7 days ago', null, week + 1, 500, true],
  ['joined today with 499 credits', null, 0, 499, true],
  ['both', null, week + 1, 0, true],
  ['a subscription, however long ago and however few credits', 'sub_1', week + 1, 0, false],
])('%s', (_case, stripeSubscriptionId, secondsAgo, loadTokens, expected) => {
  expect(isUpgradeOffered({ stripeSubscriptionId, joinedAt: nowSeconds - secondsAgo, loadTokens }, now)).toBe(expected);
});
