import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { testSystemScope } from '../../test/harness/database.ts';
import type { Database } from './database.ts';
import { watchDue } from './due-work.ts';

test('runners on one database look once for all; who stopped is not told, and a look that fails ends nothing', async () => {
  let looks = 0;
  const call = async () => {
    looks += 1;
    if (looks === 1) throw new Error('the database is away');
    return { host: true, campaign: true };
  };
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const deps = { database: { call } as unknown as Database, systemScope: testSystemScope, log };
  const told: string[] = [];
  const watches = (['host', 'campaign', 'suiteResult'] as const).map((kind) =>
    watchDue(deps, kind, () => told.push(kind)),
  );
  await expect.poll(() => looks, { timeout: 5_000 }).toBe(2);
  expect(logged).toHaveLength(1);
  expect(told).toEqual(['host', 'campaign']);
  await watches[0]?.end();
  await expect.poll(() => looks, { timeout: 5_000 }).toBe(3);
  expect(told).toEqual(['host', 'campaign', 'campaign']);
  for (const watch of watches.slice(1)) await watch.end();
  await wait(900);
  expect(looks).toBe(3);
});
