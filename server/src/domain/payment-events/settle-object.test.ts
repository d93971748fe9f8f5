import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { makePayer, paymentsOf, settleDeps } from '../../../test/factories/payer-factory.ts';
import { until } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { paymentObjects } from '../../db/schema/payments.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { FAILURES_MAX, waitSeconds } from './payment-events.rules.ts';
import { claimDue, markDirty } from './payment-events.system.queries.ts';
import { purgeEvents } from './purge-events.ts';
import { replay } from './replay.ts';
import { startObjectRunner } from './run-objects.ts';
import { settleObject } from './settle-object.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const real = paymentsOf(standIn);

describe.each(await openTestDatabases())('what the provider told of, on $name', ({ database }) => {
  const deps = { ...settleDeps(database), look: async () => {} };
  const system = <Result>(work: Parameters<typeof database.transaction<Result>>[1]) =>
    database.transaction(testSystemScope, work);
  const customer = (id: string) => ({ account: '', kind: 'customer' as const, id });
  const tellOf = (id: string) => system((tx) => markDirty(tx, testSystemScope, customer(id)));
  const claim = async (owner: string, leaseMs = 60_000) =>
    (await system((tx) => claimDue(tx, testSystemScope, { owner, leaseMs, limit: 1 })))[0]!;
  const stateOf = async (id: string) =>
    (await database.unscoped.select().from(paymentObjects).where(sql`object_id = ${id}`))[0]!;
  const settle = async (payments: PaymentProvider, owner = 'one') =>
    settleObject({ ...deps, payments }, await claim(owner));
  const run = async (payments: PaymentProvider) => {
    const runner = await startObjectRunner({ ...deps, payments });
    onTestFinished(() => runner.stop(1_000));
    return runner;
  };
  afterEach(() => database.unscoped.execute(sql`delete from payment_objects`));

  test('is looked at and written down, once for however many events', async () => {
    const payer = await makePayer(database, standIn);
    const method = await payer.charge('pm_card_visa');
    for (let n = 0; n < 5; n += 1) await tellOf(payer.customerId);
    let looks = 0;
    const payments: PaymentProvider = {
      ...real,
      findCustomer: (...call) => {
        looks += 1;
        return real.findCustomer(...call);
      },
    };
    await run(payments);
    await until(payer.read, ({ paymentMethodId }) => paymentMethodId !== null);
    expect(await payer.read()).toMatchObject({
      paymentMethodId: method,
      card: { brand: 'visa', last4: '4242', fingerprint: expect.any(String) },
    });
    expect(await stateOf(payer.customerId)).toMatchObject({
      version: 5,
      doneVersion: 5,
      nextAt: null,
      leaseOwner: null,
    });
    expect(looks).toBe(1);
  });

  test('that is nobody’s of ours changes nothing and is done', async () => {
    await tellOf('cus_stranger');
    await settle(real);
    expect(await stateOf('cus_stranger')).toMatchObject({ version: 1, doneVersion: 1, nextAt: null });
  });

  test('and changed while it was looked at is looked at again', async () => {
    const payer = await makePayer(database, standIn);
    await tellOf(payer.customerId);
    let changed = '';
    const payments: PaymentProvider = {
      ...real,
      async findCustomer(...call) {
        const old = await real.findCustomer(...call);
        if (changed === '') {
          changed = await payer.charge('pm_card_visa');
          await tellOf(payer.customerId);
        }
        return old;
      },
    };
    await run(payments);
    await until(
      () => stateOf(payer.customerId),
      ({ doneVersion }) => doneVersion === 2,
    );
    expect((await payer.read()).paymentMethodId).toBe(changed);
  });

  test('whoever looked earlier never writes later', async () => {
    const payer = await makePayer(database, standIn);
    const before = await payer.charge('pm_card_visa');
    await tellOf(payer.customerId);
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    const slow: PaymentProvider = {
      ...real,
      async findCustomer(...call) {
        const old = await real.findCustomer(...call);
        await isAllowed;
        return old;
      },
    };
    const first = await claim('one', 1);
    const standing = settleObject({ ...deps, payments: slow }, first);
    const after = await payer.charge('pm_card_authenticationRequiredOnSetup');
    await tellOf(payer.customerId);
    await settle(real, 'two');
    expect((await payer.read()).paymentMethodId).toBe(after);
    allow();
    await standing;
    expect([after === before, (await payer.read()).paymentMethodId]).toEqual([false, after]);
    expect(await stateOf(payer.customerId)).toMatchObject({ version: 2, doneVersion: 2, failures: 0 });
  });

  test('is tried again with longer and longer waits, parked after ten failures, and taken up by a replay', async () => {
    const payer = await makePayer(database, standIn);
    const method = await payer.charge('pm_card_visa');
    await tellOf(payer.customerId);
    const broken: PaymentProvider = { ...real, findCustomer: () => Promise.reject(new Error('broken')) };
    for (let failures = 1; failures <= FAILURES_MAX; failures += 1) {
      await database.unscoped.execute(
        sql`update payment_objects set next_at = now() - interval '1 second' where next_at is not null`,
      );
      await settle(broken);
      const { nextAt, ...state } = await stateOf(payer.customerId);
      expect(state).toMatchObject({ failures, doneVersion: 0, leaseOwner: null });
      const waits = nextAt && (nextAt.getTime() - Date.now()) / 1_000;
      if (failures === FAILURES_MAX) expect(waits).toBeNull();
      else expect(Math.abs((waits ?? 0) - waitSeconds(failures))).toBeLessThan(10);
      // Told of meanwhile, it keeps its wait.
      if (failures < FAILURES_MAX) {
        await tellOf(payer.customerId);
        expect((await stateOf(payer.customerId)).nextAt).toEqual(nextAt);
      }
    }
    expect(await claim('one')).toBeUndefined();
    expect(await replay({ database, systemScope: testSystemScope }, { object: payer.customerId })).toEqual([
      customer(payer.customerId),
    ]);
    await settle(real);
    expect(await stateOf(payer.customerId)).toMatchObject({ version: 11, doneVersion: 11, failures: 0, nextAt: null });
    expect((await payer.read()).paymentMethodId).toBe(method);
  });

  test('stays for 35 days after it was told of last, and for as long as it is not done', async () => {
    for (const id of ['cus_done', 'cus_parked', 'cus_young', 'cus_due']) await tellOf(id);
    await database.unscoped.execute(sql`
      update payment_objects set next_at = null, done_version = case object_id when 'cus_parked' then 0 else 1 end
      where object_id <> 'cus_due'`);
    await database.unscoped.execute(
      sql`update payment_objects set told_at = now() - interval '36 days' where object_id <> 'cus_young'`,
    );
    await purgeEvents({ database }, testSystemScope, new Date());
    const left = await database.unscoped.select({ id: paymentObjects.objectId }).from(paymentObjects);
    expect(left.map(({ id }) => id).sort()).toEqual(['cus_due', 'cus_parked', 'cus_young']);
  });
});
