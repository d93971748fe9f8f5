import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { paymentObjects } from '../../src/db/schema/payments.ts';
import { markDirty } from '../../src/domain/payment-events/payment-events.system.queries.ts';
import { makePayer } from '../factories/payer-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { testSystemScope } from '../harness/database.ts';
import { STAND_IN_KEY, startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';

const program = programOf('./payment-worker-process.ts', import.meta.url);
const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

const ROUNDS = amount(20, 4);
const PAYERS = 12;

test(`two workers, of which one is killed ${ROUNDS} times: each object by one of them at a time, and what is there is what the provider has`, async () => {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const workers: ReturnType<typeof start>[] = [];
  onTestFinished(async () => {
    for (const { end } of workers) await end();
    await drop();
  });
  /** Who looks at what now; a worker that was killed looks at nothing any more. */
  const looking = new Map<string, number>();
  let [overlaps, looks, midway] = [0, 0, 0];
  const start = (of: number) => {
    const child = spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    child.stdout.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [what, id = ''] = line.split(' ');
        if (what === 'begin') {
          looks += 1;
          if (looking.has(id)) overlaps += 1;
          looking.set(id, of);
        } else if (what === 'end') looking.delete(id);
      }
    });
    const end = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (const [id, who] of looking) if (who === of) looking.delete(id);
    };
    return { end };
  };
  workers.push(start(0), start(1));

  const payers = await Promise.all(Array.from({ length: PAYERS }, () => makePayer(database, standIn)));
  let wanted: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    wanted = await Promise.all(payers.map((payer) => payer.charge('pm_card_visa')));
    for (const { customerId: id } of payers)
      await database.transaction(testSystemScope, (tx) =>
        markDirty(tx, testSystemScope, { account: '', kind: 'customer', id }),
      );
    // Whoever is in the middle of one; what was told of while it was looked at needs no look of its own.
    const [victim = 0] = await until(
      async () => [...looking.values()],
      (who) => who.length > 0,
      5_000,
    ).catch(() => []);
    if (looking.size > 0) midway += 1;
    await workers[victim]?.end();
    workers[victim] = start(victim);
  }
  await until(
    () => database.unscoped.select().from(paymentObjects),
    (found) => found.every(({ version, doneVersion, leaseOwner }) => version === doneVersion && leaseOwner === null),
    30_000,
  );
  const found = await Promise.all(payers.map(async (payer) => (await payer.read()).paymentMethodId));
  expect(found).toEqual(wanted);
  expect(overlaps).toBe(0);
  expect(midway).toBeGreaterThan(0);
  console.info(`${looks} looks at ${PAYERS} objects, told of ${ROUNDS} times; ${midway} kills in the middle of some`);
}, 900_000);
