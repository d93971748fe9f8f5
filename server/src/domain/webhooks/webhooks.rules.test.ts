import { describe, expect, test } from 'vitest';
import { isGood, nextTryAt, pauseReasonAfter, RETRIED_MS, RETRY_DELAYS_MS } from './webhooks.rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;

describe('a failed delivery', () => {
  test('is tried eleven times within three days, ever more seldom', () => {
    let at = NOW;
    const waits: number[] = [];
    for (let tries = 1; ; tries += 1) {
      const next = nextTryAt({ type: 'lead_created', tries }, at, 0);
      if (!next) break;
      waits.push(next.getTime() - at.getTime());
      at = next;
    }
    expect(waits).toEqual(RETRY_DELAYS_MS);
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    const whole = at.getTime() - NOW.getTime();
    expect(whole).toBeGreaterThan(RETRIED_MS - 2 * HOUR);
    expect(whole).toBeLessThanOrEqual(RETRIED_MS);
  });

  test('comes back a tenth later at most, so that an outage does not come back in one moment', () => {
    const at = (spread: number) =>
      nextTryAt({ type: 'lead_created', tries: 1 }, NOW, spread)!.getTime() - NOW.getTime();
    expect([at(0), at(0.5), at(1)]).toEqual([5_000, 5_250, 5_500]);
  });

  test('is tried once when it is a test', () => {
    expect(nextTryAt({ type: 'test', tries: 1 }, NOW, 0)).toBeNull();
  });
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [null, false],
  [199, false],
  [302, false],
  [404, false],
  [500, false],
])('an answer of %s is good: %s', (status, good) => {
  expect(isGood({ status })).toBe(good);
});

test.each([
  ['a first failure', 500, null, null],
  ['five days less a millisecond', 500, new Date(NOW.getTime() - 120 * HOUR + 1), null],
  ['five days', null, new Date(NOW.getTime() - 120 * HOUR), 'failures'],
  ['a receiver that wants no more', 410, null, 'gone'],
] as const)('%s pauses: %s', (_what, status, since, reason) => {
  expect(pauseReasonAfter({ status }, since, NOW)).toBe(reason);
});
