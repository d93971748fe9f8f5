import { expect, test } from 'vitest';
import { againWhilePassing } from './again-while-passing.ts';

const away = () => Promise.reject(Object.assign(new Error('the database system is starting up'), { code: '57P03' }));

test('what the database did not take is given again, what it refused is not', async () => {
  let calls = 0;
  expect(await againWhilePassing(5_000, () => (++calls < 4 ? away() : Promise.resolve('stored')))).toBe('stored');
  expect(calls).toBe(4);
  calls = 0;
  const refuse = () => {
    calls += 1;
    return Promise.reject(Object.assign(new Error('duplicate key'), { code: '23505' }));
  };
  await expect(againWhilePassing(5_000, refuse)).rejects.toThrow('duplicate key');
  expect(calls).toBe(1);
});

test('a database that stays away is given up in time', async () => {
  const begun = performance.now();
  await expect(againWhilePassing(500, away)).rejects.toThrow('starting up');
  expect(performance.now() - begun).toBeLessThan(2_000);
});
