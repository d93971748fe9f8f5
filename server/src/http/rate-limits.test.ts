import { randomText } from '@antiphon/contract/ids';
import { like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openTestDatabases, testSystemScope } from '../../test/harness/database.ts';
import { rateWindows } from '../db/schema/events.ts';
import { makeRateLimiter, purgeRateWindows } from './rate-limits.ts';

const minute = 60_000;

describe.each(await openTestDatabases())('rate limits on $name', ({ database }) => {
  function openLimiter(factor = 1) {
    const clock = { ms: Date.parse('2026-11-21T10:00:00Z') };
    const key = `test-${randomText(8)}`;
    const take = makeRateLimiter(database, { factor, now: () => new Date(clock.ms) });
    const stored = () =>
      database.transaction(testSystemScope, (tx) =>
        tx
          .select()
          .from(rateWindows)
          .where(like(rateWindows.key, `${key}:%`))
          .orderBy(rateWindows.key),
      );
    return { clock, key, take, stored };
  }

  it('allows as many as the rule says in a window, and as many again in the next', async () => {
    const { clock, key, take } = openLimiter();
    const rules = [{ key, max: 3, windowSeconds: 60 }];
    for (let count = 0; count < 3; count++) expect(await take(rules)).toBe(true);
    expect(await take(rules)).toBe(false);
    clock.ms += minute - 1;
    expect(await take(rules)).toBe(false);
    clock.ms += 1;
    expect(await take(rules)).toBe(true);
  });

  it('consumes nothing of any rule when one refuses', async () => {
    const { key, take, stored } = openLimiter();
    const rules = [
      { key: `${key}:a`, max: 100, windowSeconds: 60 },
      { key: `${key}:b`, max: 1, windowSeconds: 60 },
    ];
    expect(await take(rules)).toBe(true);
    for (let count = 0; count < 5; count++) expect(await take(rules)).toBe(false);
    expect((await stored()).map((row) => row.used)).toEqual([1, 1]);
  });

  it('keeps two windows of one key apart, also where both begin at the same moment', async () => {
    const { clock, key, take } = openLimiter();
    const rules = [
      { key, max: 2, windowSeconds: 60 },
      { key, max: 3, windowSeconds: 3_600 },
    ];
    expect([await take(rules), await take(rules), await take(rules)]).toEqual([true, true, false]);
    clock.ms += minute;
    expect([await take(rules), await take(rules)]).toEqual([true, false]);
  });

  it('takes the stricter of two equal rules, and no rule as no limit', async () => {
    const { key, take } = openLimiter();
    const rules = [
      { key, max: 5, windowSeconds: 60 },
      { key, max: 1, windowSeconds: 60 },
    ];
    expect([await take(rules), await take(rules), await take([])]).toEqual([true, false, true]);
  });

  it('multiplies by the factor, and never below one', async () => {
    const wide = openLimiter(2);
    const wideRules = [{ key: wide.key, max: 1, windowSeconds: 60 }];
    expect([await wide.take(wideRules), await wide.take(wideRules), await wide.take(wideRules)]).toEqual([
      true,
      true,
      false,
    ]);
    const narrow = openLimiter(0.01);
    const narrowRules = [{ key: narrow.key, max: 10, windowSeconds: 60 }];
    expect([await narrow.take(narrowRules), await narrow.take(narrowRules)]).toEqual([true, false]);
  });

  it('lets exactly as many through when all come at once, and counts none of the refused', async () => {
    const { key, take, stored } = openLimiter();
    const narrow = { key: `${key}:narrow`, max: 20, windowSeconds: 60 };
    const wide = { key: `${key}:wide`, max: 1_000, windowSeconds: 60 };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => take(index % 2 ? [narrow, wide] : [wide, narrow])),
    );
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect((await stored()).map((row) => row.used)).toEqual([20, 20]);
  });

  it('forgets windows that are over and keeps the ones that run', async () => {
    const { clock, key, take, stored } = openLimiter();
    await take([{ key, max: 1, windowSeconds: 60 }]);
    clock.ms += 25 * 60 * minute;
    await take([{ key, max: 1, windowSeconds: 24 * 3_600 }]);
    await purgeRateWindows(database, new Date(clock.ms));
    expect((await stored()).map((row) => row.windowStart.getTime())).toEqual([
      clock.ms - (clock.ms % (24 * 60 * minute)),
    ]);
  });

  it('stores no word of whom it counts', async () => {
    const { key, take, stored } = openLimiter();
    await take([{ key: `${key}:olga@example.com:198.51.100.7`, max: 1, windowSeconds: 60 }]);
    expect((await stored()).map((row) => row.key)).toEqual([expect.stringMatching(/^test-\w+:[\w-]{22}$/)]);
  });

  it('refuses a rule that no purge would spare', async () => {
    const { key, take } = openLimiter();
    await expect(take([{ key, max: 1, windowSeconds: 90_000 }])).rejects.toThrow(RangeError);
    await expect(take([{ key, max: 1, windowSeconds: 0 }])).rejects.toThrow(RangeError);
  });
});
