import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Database, Tx } from './database.ts';
import { LeaseLost } from './lease.ts';
import { type LeasedWork, startLeasedRunner } from './run-leased.ts';
import type { SystemScope } from './scope.ts';

type Row = { id: number; lease: { owner: string; attempt: number } };

/** Rows that wait to be claimed, each once; what the tables do is shown where real ones are worked on. */
function makeQueue(count: number) {
  const due = Array.from({ length: count }, (_, id) => id);
  const limits: number[] = [];
  return {
    due,
    limits,
    async claim(_tx: Tx, { owner, limit }: { owner: string; limit: number }): Promise<Row[]> {
      limits.push(limit);
      await wait(1);
      return due.splice(0, limit).map((id) => ({ id, lease: { owner, attempt: 1 } }));
    },
  };
}

async function run(
  kind: Pick<LeasedWork<Row>, 'claim' | 'work'> & Partial<LeasedWork<Row>>,
  on: Database['kind'] = 'postgres',
) {
  const logged: Record<string, unknown>[] = [];
  const cleared: unknown[] = [];
  const database = { kind: on, transaction: (_: unknown, body: (tx: unknown) => unknown) => body(null) };
  const runner = await startLeasedRunner(
    {
      database: database as unknown as Database,
      systemScope: {} as SystemScope,
      log: pino({}, { write: (line: string) => logged.push(JSON.parse(line)) }),
    },
    {
      noun: 'parcel',
      atOnce: 2,
      pollMs: 60_000,
      leaseMs: 60,
      clearLeases: async () => cleared.push(true),
      about: (row) => ({ parcel: row.id }),
      ...kind,
    },
  );
  onTestFinished(() => runner.stop(0));
  return { ...runner, logged, cleared };
}

test('two runners do each once, and none does more at a time than it may', async () => {
  const queue = makeQueue(20);
  const done: number[] = [];
  const going = new Map<string, number>();
  let most = 0;
  const work = async ({ id, lease }: Row) => {
    going.set(lease.owner, (going.get(lease.owner) ?? 0) + 1);
    most = Math.max(most, ...going.values());
    await wait(id % 2 ? 2 : 12);
    going.set(lease.owner, (going.get(lease.owner) ?? 0) - 1);
    done.push(id);
  };
  await Promise.all([run({ claim: queue.claim, work }), run({ claim: queue.claim, work })]);
  await expect.poll(() => done.length).toBe(20);
  expect(new Set(done).size).toBe(20);
  expect(going.size).toBe(2);
  expect(most).toBe(2);
});

test.each([false, true])('one that is woken while it has no room goes on when it has (paced: %s)', async (isPaced) => {
  const queue = makeQueue(5);
  const done: number[] = [];
  const held = Promise.withResolvers<void>();
  const work = async ({ id }: Row) => {
    await held.promise;
    done.push(id);
  };
  const runner = await run({ claim: queue.claim, work, isPaced, pollMs: 20 });
  await expect.poll(() => queue.due.length).toBe(3);
  await wait(50);
  runner.wake();
  held.resolve();
  await expect.poll(() => done.length).toBe(5);
});

test('a paced one begins no more than it may at a time in a poll', async () => {
  const queue = makeQueue(6);
  const done: number[] = [];
  const work = async (row: Row) => void done.push(row.id);
  await run({ claim: queue.claim, work, isPaced: true, pollMs: 150 });
  await wait(75);
  expect(done).toHaveLength(2);
  await expect.poll(() => done.length).toBe(6);
  expect(Math.max(...queue.limits)).toBe(2);
});

test('work that throws is logged with what names it, and the next is begun', async () => {
  const queue = makeQueue(3);
  const done: number[] = [];
  const { logged } = await run({
    claim: queue.claim,
    atOnce: 1,
    async work({ id }) {
      if (id === 0) throw new Error('it broke');
      if (id === 1) throw new LeaseLost();
      done.push(id);
    },
  });
  await expect.poll(() => done).toEqual([2]);
  expect(logged).toMatchObject([{ parcel: 0, err: { message: 'it broke' } }]);
});

test('a claim that fails is made again at the next poll', async () => {
  const queue = makeQueue(1);
  const done: number[] = [];
  let isAway = true;
  const { logged } = await run({
    pollMs: 20,
    async claim(tx, claim) {
      if (isAway) throw new Error('the database is away');
      return queue.claim(tx, claim);
    },
    work: async (row) => void done.push(row.id),
  });
  await expect.poll(() => logged.length).toBeGreaterThan(1);
  expect(done).toEqual([]);
  isAway = false;
  await expect.poll(() => done).toEqual([0]);
});

test('work whose lease another took is told to end', async () => {
  let reason: unknown;
  await run({
    claim: makeQueue(1).claim,
    renew: async () => false,
    async work(_, signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reason = signal.reason;
    },
  });
  await expect.poll(() => reason).toBeInstanceOf(LeaseLost);
});

test('a stop claims nothing more, gives what is going on its time, and aborts what takes longer', async () => {
  const queue = makeQueue(3);
  const ended: string[] = [];
  const quick = Promise.withResolvers<void>();
  const runner = await run({
    claim: queue.claim,
    async work({ id }, signal) {
      await (id === 0 ? quick.promise : wait(60_000, undefined, { signal }).catch(() => {}));
      ended.push(`${id} ${signal.aborted ? 'aborted' : 'whole'}`);
    },
  });
  await expect.poll(() => queue.due.length).toBe(1);
  const stopped = runner.stop(100);
  quick.resolve();
  await stopped;
  expect(ended).toEqual(['0 whole', '1 aborted']);
  runner.wake();
  await wait(10);
  expect(queue.due).toEqual([2]);
});

test('what a claim brings while the runner stops has ended before the stop returns', async () => {
  const queue = makeQueue(1);
  const ended: boolean[] = [];
  const runner = await run({
    async claim(tx, claim) {
      await wait(30);
      return queue.claim(tx, claim);
    },
    work: async (_, signal) => void ended.push(signal.aborted),
  });
  await runner.stop(0);
  expect(ended).toHaveLength(1);
});

test('only an embedded database, which has one process, is cleared of leases at the start', async () => {
  const idle = { claim: makeQueue(0).claim, work: async () => {} };
  expect((await run(idle)).cleared).toHaveLength(0);
  expect((await run(idle, 'embedded')).cleared).toHaveLength(1);
});
