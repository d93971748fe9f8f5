import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeSharedLooks } from './shared-looks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const openLooks = () => {
  const looks = makeSharedLooks<string>();
  const seen: string[] = [];
  let asked = 0;
  let answer = async () => 'member';
  const look = () => {
    asked += 1;
    return answer();
  };
  return {
    seen,
    asked: () => asked,
    say: (next: () => Promise<string>) => {
      answer = next;
    },
    follow: (key: string, name: string) =>
      looks.follow(key, look, {
        found: (found) => seen.push(`${name} ${found}`),
        lost: () => seen.push(`${name} lost`),
      }),
  };
};

it('looks once for all who follow under one key', async () => {
  const { seen, asked, follow } = openLooks();
  const stops = ['a', 'b', 'c', 'd', 'e'].map((name) => follow('one', name));
  follow('two', 'other');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(8);
  expect(seen.filter((told) => told === 'c member').length).toBe(4);
  for (const stop of stops) stop();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked()).toBe(9);
});

it('tells everybody within 15 seconds that the right is lost', async () => {
  const { seen, say, follow } = openLooks();
  const stops = ['a', 'b'].map((name) => follow('one', name));
  await vi.advanceTimersByTimeAsync(20_000);
  seen.length = 0;
  say(() => Promise.reject(new Error('signed out')));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen).toEqual(['a lost', 'b lost']);
  for (const stop of stops) stop();
});

it('begins anew for whoever comes after the last has left', async () => {
  const { seen, asked, follow } = openLooks();
  follow('one', 'a')();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked()).toBe(0);
  follow('one', 'b');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen).toEqual(['b member']);
});

it('while the database is away nobody is lost for a minute, and whoever lost their right then is', async () => {
  const { seen, say, follow } = openLooks();
  const stop = follow('one', 'a');
  await vi.advanceTimersByTimeAsync(15_000);
  say(() => Promise.reject(new Error('Query read timeout')));
  await vi.advanceTimersByTimeAsync(45_000);
  expect(seen).toEqual(['a member', 'a member', 'a member', 'a member']);
  say(async () => 'member');
  await vi.advanceTimersByTimeAsync(15_000);
  say(() => Promise.reject(new Error('Query read timeout')));
  await vi.advanceTimersByTimeAsync(45_000);
  expect(seen.at(-1)).toBe('a member');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen.at(-1)).toBe('a lost');
  say(() => Promise.reject(new Error('no longer a member')));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen.at(-1)).toBe('a lost');
  stop();
});
