import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { arrears, invoices } from '../../src/db/schema/invoices.ts';
import { subscriptions } from '../../src/db/schema/subscriptions.ts';
import { workspaceMembers } from '../../src/db/schema/workspaces.ts';
import { makePayer } from '../factories/payer-factory.ts';
import { amount, killSteps } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { STAND_IN_KEY, startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';

const program = programOf('./arrears-worker-process.ts', import.meta.url);
const standIn = await startPaymentsStandIn();
const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
afterAll(async () => {
  await drop();
  await standIn.stop();
});
const LATE = amount(100, 15);

const product = await standIn.call('/v1/products', { name: 'Plan' });
const price = await standIn.call('/v1/prices', {
  ...{ product: product.id, currency: 'usd', unit_amount: '2000' },
  'recurring[interval]': 'month',
});

/** A payer whose plan's invoice nobody has paid, since now. */
async function makeLate() {
  const payer = await makePayer(database, standIn);
  const [owner] = (
    (await database.unscoped.execute(
      sql`select owner_user_id as id, (select email from users where id = owner_user_id) as email from workspaces where uid = ${payer.uid}`,
    )) as unknown as { rows: { id: never; email: string }[] }
  ).rows;
  await database.unscoped
    .insert(workspaceMembers)
    .values({ workspaceUid: payer.uid, userId: owner!.id, permissions: ['billing.write'] });
  await payer.charge('pm_card_visa');
  const made = await standIn.call('/v1/subscriptions', {
    ...{ customer: payer.customerId, 'items[0][price]': price.id, 'metadata[plan]': 'pay_as_you_go' },
    payment_behavior: 'default_incomplete',
  });
  const [{ id: invoiceId }] = await standIn.list(`/v1/invoices?customer=${payer.customerId}`);
  const now = new Date();
  const of = { workspaceUid: payer.uid, payerId: payer.id };
  await database.unscoped.insert(subscriptions).values({
    ...{ ...of, id: made.id, planId: 'pay_as_you_go' as const, status: 'past_due' as const, items: [] },
    ...{ periodStart: now, periodEnd: now },
  });
  await database.unscoped.insert(invoices).values({
    ...{ ...of, account: '', id: invoiceId, number: 'A-1', status: 'open', currency: 'usd', total: 2_000 },
    ...{ subscriptionId: made.id, isOfPeriod: true, pageUrl: '', pdfUrl: '', createdAt: now },
  });
  await database.unscoped
    .insert(arrears)
    .values({ ...of, invoiceId, subscriptionId: made.id, since: now, nextAt: now });
  return {
    invoiceId,
    subscriptionId: made.id as string,
    customerId: payer.customerId,
    async row() {
      const [row] = await database.unscoped.select().from(arrears).where(eq(arrears.invoiceId, invoiceId));
      return row!;
    },
    async mails() {
      const { rows } = (await database.unscoped.execute(
        sql`select id from emails where to_address = ${owner!.email}`,
      )) as unknown as { rows: object[] };
      return rows.length;
    },
  };
}

function start(days: number, killAt = 'never') {
  const child = spawn(process.execPath, [program, url, standIn.url, STAND_IN_KEY, String(days), killAt], {
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

test.each(['before findInvoice', 'after findInvoice', 'before mail', 'after mail'])(
  'killed %s: one mail',
  async (step) => {
    const late = await makeLate();
    const first = start(0, step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    const second = start(0);
    onTestFinished(() => second.end());
    await until(late.row, ({ told, leaseOwner }) => told === 1 && leaseOwner === null, 30_000);
    expect(await late.mails()).toBe(1);
  },
  300_000,
);

test.each(killSteps(['voidInvoice', 'endSubscription', 'findSubscription'], ['endSubscription']))(
  'killed %s: the plan has ended, and nothing is owed',
  async (step) => {
    const late = await makeLate();
    const first = start(21.01, step);
    await first.gone;
    expect(first.said()).toContain(`died ${step}`);
    const second = start(21.02);
    onTestFinished(() => second.end());
    await until(late.row, ({ nextAt }) => nextAt === null, 30_000);
    const [there] = await standIn.list(`/v1/subscriptions?status=all&customer=${late.customerId}`);
    const [invoice] = await standIn.list(`/v1/invoices?customer=${late.customerId}`);
    expect([there.status, invoice.status, await late.mails()]).toEqual(['canceled', 'void', 0]);
  },
  300_000,
);

test(`two processes tell of ${LATE} that are late: one mail each`, async () => {
  const all = await Promise.all(Array.from({ length: LATE }, makeLate));
  const workers = [start(0), start(0)];
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.end()));
  });
  for (const late of all) await until(late.row, ({ told }) => told === 1, 60_000);
  expect(await Promise.all(all.map((late) => late.mails()))).toEqual(all.map(() => 1));
}, 300_000);
