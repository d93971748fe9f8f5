import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { press } from '../../../stand-in/test/harness/furnish.ts';
import { CARDS } from '../factories/buyer-factory.ts';
import { makeOrder } from '../factories/order-factory.ts';
import { CHECKOUT } from '../factories/selling-agency.ts';
import { amount, killSteps } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
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

const ORDERS = amount(200, 12);

const CALLS = ['createInvoice', 'addInvoiceLine', 'finalizeInvoice', 'payInvoice', 'findInvoice', 'apply'];
const STEPS = killSteps(CALLS, ['payInvoice', 'apply']);

function start(killAt = 'never', leaseMs = 1_000) {
  const child = spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY, killAt, String(leaseMs)], {
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

/** Another worker, which lives: in this process, for starting one costs more than what it does. */
const startWorker = () =>
  startOrderWorker({ database, standInUrl: standIn.url, secretKey: STAND_IN_KEY, leaseMs: 1_000 });

async function startSecond() {
  const { stop } = await startWorker();
  onTestFinished(async () => void (await stop()));
}

const stateOf = (order: Awaited<ReturnType<typeof makeOrder>>) => async () => (await order.readOrder()).state;

test.each(STEPS)(
  'killed %s: one charge, one invoice, one grant',
  async (step) => {
    const order = await makeOrder(database, standIn);
    const first = start(step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    await startSecond();
    await until(stateOf(order), (state) => state === 'paid', 30_000);
    expect(await order.sums()).toEqual({ paid: [1_000], invoices: ['paid'], grants: [10_000] });
  },
  300_000,
);

test.each(STEPS.filter((_, at) => at >= STEPS.length - amount(STEPS.length, 1)))(
  'credits of a client, killed %s: one charge on the agency’s account, one fee, one sale',
  async (step) => {
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'client_credits');
    const first = start(step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    await startSecond();
    await until(stateOf(order), (state) => state === 'paid', 30_000);
    expect(await order.sums()).toMatchObject({ paid: [1_000], invoices: ['paid'] });
    const fees = (await standIn.list('/v1/application_fees?limit=100')).filter((fee) => fee.account === order.account);
    expect(fees.map((fee) => fee.amount)).toEqual([50]);
    // The agency has nothing: a half is advanced, the other is owed to the client.
    const { rows } = (await database.unscoped.execute(sql`
      select balance / 1000000 as has, (select sum(amount) / 1000000 from credit_debts where workspace_uid = ${order.uid}) as debts
      from credit_accounts where workspace_uid = ${order.uid} and id like 'org:%'`)) as unknown as { rows: object[] };
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[5_000, 10_000]]);
  },
  300_000,
);

const OF_PLANS = ['createSubscription', 'payInvoice', 'findInvoice', 'findSubscription', 'apply'];

test.each(killSteps(OF_PLANS, ['payInvoice']))(
  'a plan, killed %s: one subscription, one charge, one grant',
  async (step) => {
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'subscription');
    const first = start(step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    await startSecond();
    await until(stateOf(order), (state) => state === 'paid', 30_000);
    await until(order.sums, ({ grants }) => grants.length > 0, 30_000);
    expect(await order.sums()).toEqual({ paid: [1_000], invoices: ['paid'], grants: [5_000] });
    expect(await standIn.list(`/v1/subscriptions?status=all&customer=${order.customerId}`)).toHaveLength(1);
  },
  300_000,
);

const OF_ADDONS = ['previewChange', 'changeItems', 'findInvoice', 'findSubscription', 'apply'];

test.each(killSteps(OF_ADDONS, ['changeItems']))(
  'add-ons, killed %s: one change, one charge, and they count once it is paid',
  async (step) => {
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'addons');
    const first = start(step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    const seats = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select addons->>'client_seat' as seats from workspace_plans where workspace_uid = ${order.uid}`,
      )) as unknown as { rows: { seats: string | null }[] };
      return rows[0]?.seats ?? null;
    };
    await startSecond();
    await until(stateOf(order), (state) => state === 'paid', 30_000);
    await until(seats, (found) => found === '1', 30_000);
    // The plan itself, and the add-on beside it.
    expect(await order.sums()).toEqual({ paid: [1_000, 1_000], invoices: ['paid', 'paid'], grants: [] });
    const [there] = await standIn.list(`/v1/subscriptions?customer=${order.customerId}`);
    expect(there.items.data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 1]);
  },
  300_000,
);

const OF_PAGES = ['findCheckout', 'findSubscription', 'keepCheckoutCard', 'findInvoice', 'apply'];

// Planted: a page that was paid counts as one that is over -> the order fails, and nothing is sold for what was paid.
test.each(killSteps(OF_PAGES, ['findSubscription']))(
  'a plan of a client that was paid on the provider’s page, killed %s while its payer comes back: one subscription, one charge, one sale',
  async (step) => {
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'client_plan');
    const opening = await startWorker();
    const { checkout } = await until(order.readOrder, (found) => found.checkout !== null, 30_000);
    await opening.stop();
    await press(checkout?.url ?? '', { ...CHECKOUT, number: CARDS.pays });
    // Whoever comes back asks at once.
    await database.unscoped.execute(sql`update orders set next_at = now() where id = ${order.orderId}`);
    const first = start(step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    await startSecond();
    await until(stateOf(order), (state) => state === 'paid', 30_000);
    const sold = async () => {
      const { rows } = (await database.unscoped.execute(sql`
        select (balance / 1000000)::int as has,
          (select (sum(amount) / 1000000)::int from credit_debts where workspace_uid = ${order.uid}) as owed,
          (select count(*)::int from org_subscriptions where workspace_uid = ${order.uid} and status = 'active') as plans
        from credit_accounts where workspace_uid = ${order.uid} and id like 'org:%'`)) as unknown as { rows: object[] };
      return rows[0] ?? null;
    };
    // The agency has nothing: all of it is advanced.
    await until(sold, (found) => found !== null, 30_000);
    expect(await sold()).toEqual({ has: 5_000, owed: 5_000, plans: 1 });
    expect(await order.sums()).toMatchObject({ paid: [1_000], invoices: ['paid'] });
    const { account, customerId } = order;
    const subscriptions = await standIn.list(`/v1/subscriptions?status=all&customer=${customerId}`, account);
    expect(subscriptions.map(({ status, default_payment_method: own }) => [status, own])).toEqual([['active', null]]);
    const fees = (await standIn.list('/v1/application_fees?limit=100')).filter((fee) => fee.account === account);
    expect(fees.map((fee) => fee.amount)).toEqual([50]);
  },
  300_000,
);

test(`two processes take ${ORDERS} orders, each of one payer: one charge and one grant each`, async () => {
  const all = await Promise.all(Array.from({ length: ORDERS }, () => makeOrder(database, standIn)));
  const workers = [start('never', 60_000), start('never', 60_000)];
  onTestFinished(async () => {
    for (const { end } of workers) await end();
  });
  for (const order of all) {
    await until(stateOf(order), (state) => state === 'paid', 60_000);
    expect(await order.sums()).toEqual({ paid: [1_000], invoices: ['paid'], grants: [10_000] });
  }
}, 300_000);
