import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { markDirty } from '../../src/domain/payment-events/payment-events.system.queries.ts';
import { makeOrder } from '../factories/order-factory.ts';
import { until } from '../harness/api.ts';
import { testSystemScope } from '../harness/database.ts';
import { STAND_IN_KEY, startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { startOrderWorker } from './order-worker.ts';

const program = programOf('./order-worker-process.ts', import.meta.url);
const standIn = await startPaymentsStandIn();
const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 12);
afterAll(async () => {
  await drop();
  await standIn.stop();
});

const startWorker = () =>
  startOrderWorker({ database, standInUrl: standIn.url, secretKey: STAND_IN_KEY, leaseMs: 1_000 });

/** A payment of $10 for 10,000 credits, $2.50 of which went back; nobody has looked. */
async function makeRefunded(purpose: 'top_up' | 'client_credits' = 'top_up') {
  const order = await makeOrder(database, standIn, 'pm_card_visa', purpose);
  const { account } = order;
  const first = await startWorker();
  await until(order.readOrder, ({ state }) => state === 'paid', 30_000);
  await first.stop();
  const [charge] = await standIn.list(`/v1/charges?limit=100&customer=${order.customerId}`, account);
  await standIn.knob('refunds', { ...(account ? { account } : {}), charge: charge.id, amount: 250 });
  const tell = () =>
    database.transaction(testSystemScope, (tx) =>
      markDirty(tx, testSystemScope, { account, kind: 'charge', id: charge.id }),
    );
  await tell();
  return {
    tell,
    async fee() {
      const [fee] = await standIn.list(`/v1/application_fees?charge=${charge.id}`);
      const { rows } = (await database.unscoped.execute(
        sql`select credits_taken::text as taken, moves from reversals where charge_id = ${charge.id}`,
      )) as unknown as { rows: { taken: string; moves: number }[] };
      return { ...rows[0], given: fee.refunds.data.map(({ amount }: { amount: number }) => amount) };
    },
    async sums() {
      const { rows } = (await database.unscoped.execute(sql`
        select balance::text as balance, (select count(*)::int from credit_transfers t where t.workspace_uid = a.workspace_uid and kind = 'reversal') as moves
        from credit_accounts a where workspace_uid = ${order.uid}`)) as unknown as {
        rows: { balance: string; moves: number }[];
      };
      return { credits: Number(rows[0]?.balance ?? 0) / 1_000_000, moves: rows[0]?.moves };
    },
    isDone: async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select done_version = version as done from payment_objects where object_id = ${charge.id}`,
      )) as unknown as { rows: { done: boolean }[] };
      return rows[0]?.done ?? false;
    },
  };
}

const AFTER = { credits: 7_500, moves: 1 };

async function killAt(step: string) {
  const child = spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY, step, '1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(child, 'exit');
  expect(said).toContain(`died ${step}`);
}

async function startSecond() {
  const second = await startWorker();
  onTestFinished(async () => void (await second.stop()));
}

test.each(['before findCharge', 'after findCharge', 'before apply'])(
  'killed %s: the credits go back once',
  async (step) => {
    const refunded = await makeRefunded();
    await killAt(step);
    expect((await refunded.sums()).credits).toBe(10_000);
    await startSecond();
    await until(refunded.isDone, (isDone) => isDone, 30_000);
    expect(await refunded.sums()).toEqual(AFTER);
  },
  300_000,
);

test.each(['before refundFee', 'after refundFee', 'before apply'])(
  'of a client, killed %s: the credits and their part of the fee go back once',
  async (step) => {
    const refunded = await makeRefunded('client_credits');
    await killAt(step);
    expect(await refunded.fee()).toEqual({ given: step === 'before refundFee' ? [] : [13] });
    await startSecond();
    await until(refunded.isDone, (isDone) => isDone, 30_000);
    expect(await refunded.fee()).toEqual({ taken: '2500000000', moves: 1, given: [13] });
  },
  300_000,
);

test('of two processes that are told again and again, one takes them', async () => {
  const refunded = await makeRefunded();
  const children = [0, 1].map(() =>
    spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY, 'never', '1000'], { stdio: 'ignore' }),
  );
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  for (let n = 0; n < 20; n += 1) {
    await refunded.tell();
    await until(refunded.sums, ({ moves }) => moves === 1, 30_000);
  }
  await until(refunded.isDone, (isDone) => isDone, 30_000);
  expect(await refunded.sums()).toEqual(AFTER);
}, 300_000);
