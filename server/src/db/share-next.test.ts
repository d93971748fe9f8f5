import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

test('who asks meanwhile shares one run that begins after they asked; other keys run beside it', async () => {
  const share = shareNext<number>();
  let runs = 0;
  const ends: (() => void)[] = [];
  const work = () => {
    const run = ++runs;
    return new Promise<number>((resolve) => ends.push(() => resolve(run)));
  };
  const first = share('a', work);
  const [second, third] = [share('a', work), share('a', work)];
  const other = share('b', work);
  expect(runs).toBe(2);
  for (const end of ends.splice(0)) end();
  expect([await first, await other]).toEqual([1, 2]);
  expect(runs).toBe(3);
  for (const end of ends.splice(0)) end();
  expect([await second, await third]).toEqual([3, 3]);
});

test('one that fails holds up nobody', async () => {
  const share = shareNext<string>();
  const failing = share('a', () => Promise.reject(new Error('no')));
  const next = share('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await share('a', async () => 'again')).toBe('again');
});
