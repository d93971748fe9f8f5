import { expect, it } from 'vitest';
import { makeModelBreaker } from './model-breaker.ts';

it('is open while five failures lie within a minute, for that model alone', () => {
  let time = 0;
  const breaker = makeModelBreaker(() => time);
  for (let number = 0; number < 4; number++) {
    breaker.fail('one');
    time += 10_000;
  }
  expect(breaker.isOpen('one')).toBe(false);
  breaker.fail('one');
  expect([breaker.isOpen('one'), breaker.isOpen('other')]).toEqual([true, false]);
  time = 59_999;
  expect(breaker.isOpen('one')).toBe(true);
  time = 60_000;
  expect(breaker.isOpen('one')).toBe(false);
  breaker.fail('one');
  expect(breaker.isOpen('one')).toBe(true);
});

it('tells of an agent once a day', () => {
  let time = 0;
  const breaker = makeModelBreaker(() => time);
  expect([breaker.isNews('one'), breaker.isNews('one'), breaker.isNews('other')]).toEqual([true, false, true]);
  time = 24 * 60 * 60_000;
  expect(breaker.isNews('one')).toBe(true);
});
