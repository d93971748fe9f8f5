import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { rechargeMonths, rechargeSettings } from '../../src/db/schema/recharges.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import { makePayer, paymentsOf, settleDeps } from '../factories/payer-factory.ts';
import { killSteps } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { STAND_IN_KEY, startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';

const program = programOf('./recharge-worker-process.ts', import.meta.url);
const standIn = await startPaymentsStandIn();
const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
afterAll(async () => {
  await drop();
  await standIn.stop();
});

function start(killAt = 'never') {
  const child = spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY, killAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const gone = once(child, 'exit');
  return {
    said: () => said,
    gone,
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A workspace on a plan, with a card and 100 credits, that buys for $5 below 500. */
async function makeLow() {
  const payer = await makePayer(database, standIn);
  await payer.charge('pm_card_visa');
  const objects = await startObjectRunner({ ...settleDeps(database), payments: paymentsOf(standIn), findsWork: false });
  await objects.look({ account: '', kind: 'customer', id: payer.customerId });
  await database.unscoped.execute(sql`update workspaces set stripe_subscription_id = 'sub_1' where uid = ${payer.uid}`);
  await database.unscoped.execute(
    sql`insert into credit_accounts (id, workspace_uid, balance, last_grant) values (${`workspace:${payer.uid}`}, ${payer.uid}, 100000000, 100000000)`,
  );
  await database.unscoped.insert(rechargeSettings).values({
    payerId: payer.id,
    workspaceUid: payer.uid,
    isEnabled: true,
    threshold: 500,
    amount: 5,
    monthlyLimit: 25,
  });
  const state = async () => {
    const [month] = await database.unscoped.select().from(rechargeMonths).where(eq(rechargeMonths.payerId, payer.id));
    const charges = await standIn.list(`/v1/charges?limit=100&customer=${payer.customerId}`);
    const { rows } = (await database.unscoped.execute(
      sql`select balance::text as balance from credit_accounts where workspace_uid = ${payer.uid}`,
    )) as unknown as { rows: { balance: string }[] };
    return {
      charged: month?.charged ?? 0,
      reserved: month?.reserved ?? 0,
      paid: charges.filter(({ paid }) => paid).map(({ amount }) => amount as number),
      credits: Number(rows[0]?.balance) / 1_000_000,
    };
  };
  return { payer, state };
}

const ONCE = { charged: 500, reserved: 0, paid: [500], credits: 5_100 };
const CALLS = ['previewInvoice', 'createInvoice', 'payInvoice'];
const COMMITS = [1, 2, 3, 4, 5, 6].map((number) => `commit ${number}`);
const STEPS = killSteps([...CALLS, ...COMMITS], CALLS);

test.each(STEPS)(
  'killed %s: one recharge, charged once and counted once',
  async (step) => {
    const { state } = await makeLow();
    const first = start(step);
    const end = await Promise.race([first.gone.then(() => 'died'), until(state, ({ charged }) => charged > 0, 40_000)]);
    if (end === 'died') expect(first.said()).toContain(`died ${step}`);
    onTestFinished(() => first.end());
    const second = start();
    onTestFinished(() => second.end());
    await until(state, ({ charged, reserved }) => charged > 0 && reserved === 0, 40_000);
    expect(await state()).toEqual(ONCE);
  },
  300_000,
);

test('two processes at once: one recharge', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => makeLow()));
  const workers = [start(), start()];
  onTestFinished(async () => {
    for (const { end } of workers) await end();
  });
  for (const { state } of all) {
    await until(state, ({ charged }) => charged > 0, 60_000);
    expect(await state()).toEqual(ONCE);
  }
}, 300_000);
