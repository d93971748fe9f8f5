import { expect, test } from 'vitest';
import { makeKeptResolve } from './kept-resolve.ts';

test('a name is waited for once: later it is looked up behind whoever asks, and after five minutes anew', async () => {
  const clock = { ms: 0 };
  const waiting: ((address: string) => void)[] = [];
  const resolve = makeKeptResolve(
    () => new Promise((found) => waiting.push((address) => found([{ address, family: 4 }]))),
    () => clock.ms,
  );
  const [one, other] = [resolve('example.com'), resolve('example.com')];
  expect(waiting).toHaveLength(1);
  waiting.shift()?.('192.0.2.1');
  expect([await one, await other]).toEqual([
    [{ address: '192.0.2.1', family: 4 }],
    [{ address: '192.0.2.1', family: 4 }],
  ]);
  clock.ms = 29_000;
  expect(await resolve('example.com')).toMatchObject([{ address: '192.0.2.1' }]);
  expect(waiting).toHaveLength(0);
  clock.ms = 31_000;
  expect(await resolve('example.com')).toMatchObject([{ address: '192.0.2.1' }]);
  waiting.shift()?.('192.0.2.2');
  await new Promise(setImmediate);
  expect(await resolve('example.com')).toMatchObject([{ address: '192.0.2.2' }]);
  clock.ms += 301_000;
  const late = resolve('example.com');
  waiting.shift()?.('192.0.2.3');
  expect(await late).toMatchObject([{ address: '192.0.2.3' }]);
});

test('a name that was not found is asked for again', async () => {
  let asked = 0;
  const resolve = makeKeptResolve(() => {
    asked += 1;
    return asked === 1
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve([{ address: '192.0.2.1', family: 4 }]);
  });
  await expect(resolve('example.com')).rejects.toThrow('ENOTFOUND');
  expect(await resolve('example.com')).toHaveLength(1);
});
