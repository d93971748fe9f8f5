import { describe, expect, it } from 'vitest';
import { monthOf } from './calendar.rules.ts';
import { fromCredits, MICRO, toCredits } from './credits.rules.ts';

describe('credits', () => {
  it.each([0, 1, 750, 0.000001, 12.345678, 50_000, 8_999_999_999.5])(
    '%d credits survive the way there and back',
    (credits) => {
      expect(toCredits(fromCredits(credits))).toBe(credits);
    },
  );

  it('are integers of micro-credits', () => {
    expect(fromCredits(750)).toBe(750n * MICRO);
    expect(fromCredits(0.1 + 0.2)).toBe(300_000n);
    expect(fromCredits(-1.5)).toBe(-1_500_000n);
    expect(() => fromCredits(Number.NaN)).toThrow(RangeError);
  });
});

describe('month', () => {
  it('is the UTC one, wherever the clock stands', () => {
    expect(monthOf(new Date('2026-12-01T01:30:00+02:00'))).toBe('2026-11');
    expect(monthOf(new Date('2026-11-30T23:30:00-02:00'))).toBe('2026-12');
  });
});
