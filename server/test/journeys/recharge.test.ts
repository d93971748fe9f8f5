import type { WorkspaceUid } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { rechargeMonths, rechargeSettings } from '../../src/db/schema/recharges.ts';
import { startOrderRunner } from '../../src/domain/orders/run-orders.ts';
import { startObjectRunner } from '../../src/domain/payment-events/run-objects.ts';
import { PaymentDeclined, type PaymentProvider } from '../../src/domain/payments/payments.ports.ts';
import { startRechargeRunner } from '../../src/domain/recharges/run-recharges.ts';
import { wantRecharge } from '../../src/domain/recharges/want-recharge.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { CARDS, makeBuyer, saveCard } from '../factories/buyer-factory.ts';
import { paymentEnvironment, paymentsOf, settleDeps } from '../factories/payer-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { runParallel } from '../ledger/ledger-load.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(await openJourneyDatabases())('credits that are bought by themselves, on $name', async ({ database }) => {
  // Answers requests alone: recharges run by the clock of the test.
  const api = await startTestApi(database, { ...paymentEnvironment(standIn), ROLE: 'web' });
  afterAll(() => api.stop());
  const place = { api, standIn, database };
  const payments = paymentsOf(standIn);
  let ahead = 0;
  beforeEach(async () => {
    ahead = 0;
    // What the tests before left is not looked at.
    await database.unscoped.update(rechargeSettings).set({ isEnabled: false });
  });
  const deps = {
    ...settleDeps(database),
    clock: () => new Date(Date.now() + ahead),
    log: pino({ level: 'silent' }),
    payments,
    secretKey: 'test-0123456789abcdefghijklmnopqrstuvwxyz',
    publicUrl: 'https://example.com',
  };
  const rowOf = async (uid: string) => {
    const [row] = await database.unscoped
      .select()
      .from(rechargeSettings)
      .where(eq(rechargeSettings.workspaceUid, uid as WorkspaceUid));
    return row;
  };
  /** Looks at everybody once, and returns when nothing is leased. */
  const run = async (runners = 1, by = payments) => {
    const objects = await startObjectRunner({ ...deps, findsWork: false });
    const orders = await startOrderRunner({ ...deps, payments: by, objects, findsWork: false });
    const all = await Promise.all(Array.from({ length: runners }, () => startRechargeRunner({ ...deps, orders })));
    await new Promise((done) => setTimeout(done, 150));
    for (const one of all) await one.stop(60_000);
  };
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;
  const spend = (uid: string, left = 100) =>
    database.unscoped.execute(
      sql`update credit_accounts set balance = ${left * 1_000_000}::bigint where id = ${`workspace:${uid}`}`,
    );
  const balance = async (of: Owner) =>
    ok(await api.call('GET', `/v2/workspaces/${of.uid}/billing`, { caller: of.key })).loadTokens;
  const save = (of: Owner, more: object = {}) =>
    api.call('POST', '/rpc/postChangeAutoBilling', {
      caller: of.key,
      body: { uid: of.uid, autoBilling: true, ...more },
    });
  const read = async (of: Owner) => ok(await api.call('GET', `/v2/workspaces/${of.uid}/recharge`, { caller: of.key }));
  const again = async (of: Owner) =>
    ok(await api.call('POST', `/v2/workspaces/${of.uid}/recharge/try-again`, { caller: of.key }));
  const charges = async ({ customerId }: { customerId: string }) =>
    standIn.list(`/v1/charges?limit=100&customer=${customerId}`);
  const paid = async (of: { customerId: string }) =>
    (await charges(of)).filter((one) => one.paid).map((one) => one.amount);
  const mails = async (uid: string) =>
    (await rows(sql`select id from emails where workspace_uid = ${uid} and template = 'recharge_paused'`)).length;

  test('come once where a client could not buy, whatever the threshold, and not where they may not', async () => {
    const buyer = await makeBuyer(place);
    ok(await save(buyer, { threshold: 500, amount: 10 }));
    const refuse = () => {
      const scope = makeScope(buyer.uid as WorkspaceUid);
      return database.transaction(scope, (tx) => wantRecharge(tx, scope));
    };
    await run();
    expect(await paid(buyer)).toEqual([]);
    await refuse();
    await run();
    await run();
    expect(await paid(buyer)).toEqual([1_000]);
    expect(await rowOf(buyer.uid)).toMatchObject({ isWanted: false });
    ok(await save(buyer, { threshold: 500, amount: 10, autoBilling: false }));
    await refuse();
    await run();
    expect(await paid(buyer)).toEqual([1_000]);
  });

  test('come when fewer are left than was set, once, with tax, and count in the month', async () => {
    const buyer = await makeBuyer(place, { country: 'DE' });
    const saved = ok(await save(buyer, { threshold: 1_000, amount: 10 }));
    expect(saved).toMatchObject({
      ...{ success: true, message: 'Autocharge settings saved!' },
      recharge: {
        ...{ automaticBilling: true, standing: 'ready', currency: 'eur', each: 1_270, charged: 0 },
        internal: { autochargeCreditThreshold: 1_000, autochargeCreditAmount: 10, monthlyChargeLimit: 100 },
      },
    });
    await run();
    expect([await paid(buyer), await balance(buyer)]).toEqual([[1_270], 750 + 11_363.636363]);
    await run(2);
    expect(await paid(buyer)).toEqual([1_270]);
    expect(await read(buyer)).toMatchObject({ standing: 'ready', charged: 1_270 });
    expect(
      await rows(sql`select action from audit_entries where workspace_uid = ${buyer.uid} and actor = 'system'`),
    ).toEqual([{ action: 'order.place' }]);
  });

  test('come not within an hour of the last, unless there was enough meanwhile', async () => {
    const buyer = await makeBuyer(place);
    ok(await save(buyer));
    await spend(buyer.uid);
    await run();
    expect(await paid(buyer)).toHaveLength(1);
    // Enough was there: used up at once, they come again.
    await spend(buyer.uid);
    await run();
    expect(await paid(buyer)).toHaveLength(2);
    await database.unscoped
      .update(rechargeSettings)
      .set({ wasAbove: false })
      .where(eq(rechargeSettings.workspaceUid, buyer.uid as WorkspaceUid));
    await spend(buyer.uid);
    await run();
    expect(await paid(buyer)).toHaveLength(2);
    ahead = HOUR_MS + 1_000;
    await run();
    expect(await paid(buyer)).toHaveLength(3);
  });

  test('never take more in a month than was set, nor more than ten times a day', async () => {
    const buyer = await makeBuyer(place, { country: 'DE' });
    ok(await save(buyer, { amount: 10, monthlyChargeLimit: 50 }));
    for (let n = 0; n < 5; n += 1) {
      await spend(buyer.uid);
      ahead += 2 * 60_000;
      await run();
    }
    expect(await paid(buyer)).toEqual([1_270, 1_270, 1_270]);
    expect(await read(buyer)).toMatchObject({ standing: 'monthly_limit', charged: 3_810 });
    ok(await save(buyer, { amount: 5, monthlyChargeLimit: 0 }));
    for (let n = 0; n < 9; n += 1) {
      await spend(buyer.uid);
      ahead += 2 * 60_000;
      await run();
    }
    expect(await paid(buyer)).toHaveLength(10);
    expect(await read(buyer)).toMatchObject({ standing: 'daily_limit', internal: { monthlyChargeLimit: 0 } });
  });

  test('of a card without money are tried three times in a year, and once more for each that is asked for', async () => {
    const buyer = await makeBuyer(place);
    ok(await save(buyer));
    let tries = 0;
    const empty: PaymentProvider = {
      ...payments,
      async payInvoice() {
        tries += 1;
        throw new PaymentDeclined('no funds', { code: 'insufficient_funds', adviceCode: 'try_again_later' });
      },
    };
    await spend(buyer.uid);
    const steps: unknown[] = [];
    for (const at of [0, HOUR_MS / 2, HOUR_MS + 60_000, 20 * HOUR_MS, 26 * HOUR_MS]) {
      ahead = at;
      await run(1, empty);
      steps.push([tries, (await read(buyer)).standing]);
    }
    expect(steps).toEqual([
      [1, 'retrying'],
      [1, 'retrying'],
      [2, 'retrying'],
      [2, 'retrying'],
      [3, 'paused'],
    ]);
    for (const days of [2, 30, 200, 365]) {
      ahead = days * DAY_MS;
      await run(1, empty);
    }
    expect([tries, await mails(buyer.uid)]).toEqual([3, 1]);
    expect(await read(buyer)).toMatchObject({ standing: 'paused', pausedReason: 'declined', charged: 0 });
    expect(await again(buyer)).toMatchObject({ standing: 'retrying' });
    await run(1, empty);
    expect([tries, (await read(buyer)).standing]).toEqual([4, 'paused']);
    const months = await database.unscoped
      .select()
      .from(rechargeMonths)
      .where(eq(rechargeMonths.workspaceUid, buyer.uid as WorkspaceUid));
    expect(months.every(({ reserved, charged }) => reserved === 0 && charged === 0)).toBe(true);
  });

  test.each([
    [CARDS.asksAlways, 'holder_needed'],
    [CARDS.declines, 'card_refused'],
  ])('of card %s are paused at once (%s), with a mail, until another card is there', async (number, why) => {
    const buyer = await makeBuyer(place, { number });
    ok(await save(buyer));
    await spend(buyer.uid);
    await run();
    ahead = DAY_MS;
    await run();
    expect(await read(buyer)).toMatchObject({ standing: 'paused', pausedReason: why });
    expect([await mails(buyer.uid), await paid(buyer), await balance(buyer)]).toEqual([1, [], 100]);
    // Nobody is asked to confirm what they did not ask for.
    expect(ok(await api.call('GET', `/v2/workspaces/${buyer.uid}/orders`, { caller: buyer.key })).items).toEqual([]);
    await saveCard(place, buyer);
    await run();
    expect([(await read(buyer)).standing, await paid(buyer), await balance(buyer)]).toEqual(['ready', [500], 5_100]);
  });

  test('are not taken of who is on the free plan, has no card, or wants less than one costs', async () => {
    const owner = await signUp(api);
    expect(ok(await save(owner))).toMatchObject({
      ...{ success: false, message: 'You are on the free plan. You cannot enable auto-recharge.' },
      recharge: { automaticBilling: false, standing: 'off' },
    });
    await database.unscoped.execute(
      sql`update workspaces set stripe_subscription_id = 'sub_1' where uid = ${owner.uid}`,
    );
    expect((await save(owner)).body.code).toBe('card_needed');
    const buyer = await makeBuyer(place, { country: 'DE' });
    const little = await save(buyer, { amount: 25, monthlyChargeLimit: 25 });
    expect([little.status, little.body.message]).toEqual([
      400,
      'One recharge costs €31.75 with tax. The monthly limit must be at least that.',
    ]);
    for (const wrong of [
      { threshold: 600 },
      { threshold: 3_000 },
      { amount: 7 },
      { amount: 30 },
      { monthlyChargeLimit: 501 },
    ])
      expect((await save(buyer, wrong)).status).toBe(400);
    expect(await rowOf(buyer.uid)).toBeUndefined();
    ok(await save(buyer));
    await database.unscoped.execute(sql`update workspaces set stripe_subscription_id = null where uid = ${buyer.uid}`);
    await spend(buyer.uid);
    await run();
    expect([(await read(buyer)).standing, await paid(buyer)]).toEqual(['free_plan', []]);
    ok(await save(buyer, { autoBilling: false }));
    expect((await read(buyer)).standing).toBe('off');
    expect(
      await rows(
        sql`select count(*)::int as n from audit_entries where workspace_uid = ${buyer.uid} and action = 'recharge.set'`,
      ),
    ).toEqual([{ n: 2 }]);
  });

  test(`are one while ${amount(5_000, 200)} turns are charged at once, seen by four runners`, async () => {
    const buyer = await makeBuyer(place);
    ok(await save(buyer, { threshold: 500, amount: 5, monthlyChargeLimit: 25 }));
    await spend(buyer.uid, 510);
    const scope = makeScope(buyer.uid as WorkspaceUid);
    const debits = runParallel(Array.from({ length: amount(5_000, 200) }), 100, async () => {
      await database.transaction(scope, (tx) =>
        tx.execute(sql`update credit_accounts set balance = balance - 100000 where id = ${`workspace:${buyer.uid}`}`),
      );
    });
    await Promise.all([debits, run(4), run(4)]);
    await spend(buyer.uid, 10);
    ahead = 2 * 60_000;
    await Promise.all([run(4), run(4)]);
    const sums = await paid(buyer);
    expect(sums.length).toBeGreaterThan(0);
    expect(sums.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_500);
    const [month] = await database.unscoped
      .select()
      .from(rechargeMonths)
      .where(eq(rechargeMonths.workspaceUid, buyer.uid as WorkspaceUid));
    expect(month).toMatchObject({ reserved: 0, charged: sums.length * 500 });
  });
});
