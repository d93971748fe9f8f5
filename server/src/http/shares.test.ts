import { expect, it } from 'vitest';
import { makeShares } from './shares.ts';

const minute = 60_000;
const rule = { key: 'person:one', max: 100, windowSeconds: 60 };

function openShares(taken: { count: number; max: number }[] = []) {
  const clock = { ms: 0 };
  const used = new Map<string, number>();
  /** What all processes share. */
  const take = async ([{ key, max }]: readonly { key: string; max: number }[] & {
    0: { key: string; max: number };
  }) => {
    const window = `${key} ${Math.floor(clock.ms / minute)}`;
    const count = used.get(window) ?? 0;
    taken.push({ count, max });
    if (count >= max) return false;
    used.set(window, count + 1);
    return true;
  };
  const make = () => makeShares(take as never, () => clock.ms);
  return { clock, make, taken };
}

const askMany = async (takeShare: ReturnType<typeof makeShares>, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => takeShare(rule)))).filter(Boolean).length;

it('allows as many as the rule says, with one write in twenty calls', async () => {
  const { make, taken } = openShares();
  expect(await askMany(make(), 250)).toBe(100);
  expect(taken.length).toBe(6);
});

it('asks nobody once the window is full, and begins anew with the next', async () => {
  const { clock, make, taken } = openShares();
  const takeShare = make();
  await askMany(takeShare, 101);
  const before = taken.length;
  expect(await askMany(takeShare, 50)).toBe(0);
  expect(taken.length).toBe(before);
  clock.ms += minute;
  expect(await askMany(takeShare, 50)).toBe(50);
});

it('shares one window among processes', async () => {
  const { make } = openShares();
  const [here, there] = [make(), make()];
  expect((await askMany(here, 60)) + (await askMany(there, 60)) + (await askMany(here, 60))).toBe(100);
});
