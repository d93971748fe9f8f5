import { newMessageId, newOrgId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeOrder } from '../../../test/factories/order-factory.ts';
import { paymentsOf, settleDeps } from '../../../test/factories/payer-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { findLedgerFaults } from '../billing/find-ledger-faults.ts';
import { getCredits } from '../billing/get-balance.ts';
import { grantCredits, moveCredits } from '../billing/grant-credits.ts';
import { startOrderRunner } from '../orders/run-orders.ts';
import { startObjectRunner } from '../payment-events/run-objects.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { unblockPayer } from './unblock-payer.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const payments = paymentsOf(standIn);
const MICRO = 1_000_000n;

describe.each(await openTestDatabases())('a payment that went back, on $name', ({ database }) => {
  const deps = { ...settleDeps(database), payments, findsWork: false };

  /** An order of $10 that is paid: 10,000 credits, or 5,000 of a plan. `isKept` false: paid there, and not looked at here. */
  async function buy(purpose: 'top_up' | 'subscription' = 'top_up', { isKept = true } = {}) {
    const order = await makeOrder(database, standIn, 'pm_card_visa', purpose);
    const scope = deps.makeScope(order.uid);
    const objects = await startObjectRunner(deps);
    const look = isKept ? objects.look : async () => {};
    await (await startOrderRunner({ ...deps, objects: { look } })).advance(order.orderId);
    const [charge] = await standIn.list(`/v1/charges?limit=100&customer=${order.customerId}`);
    const { invoiceId } = await order.readOrder();
    const object = (kind: PayObject['kind'], id: string) => ({ account: '', kind, id });
    return {
      ...order,
      scope,
      lookAtCharge: () => objects.look(object('charge', charge.id)),
      lookAtInvoice: () => objects.look(object('invoice', invoiceId ?? '')),
      refund: (amount?: number) => standIn.knob('refunds', { charge: charge.id, ...(amount ? { amount } : {}) }),
      dispute: () => standIn.knob('disputes', { charge: charge.id }),
      end: (dispute: string, end: 'won' | 'lost') => standIn.knob('disputes', { dispute, end }),
      spend: (credits: bigint) =>
        database.transaction(scope, (tx) => {
          const away = { id: newMessageId(), from: null, to: newOrgId(), featureKey: 'transfer_to_org' };
          return moveCredits(tx, scope, { ...away, amountMicro: credits * MICRO });
        }),
      isBlocked: async () => (await order.read()).blocked,
      /** What is there, and what is owed. */
      credits: async () => {
        const { balanceMicro } = await database.transaction(scope, (tx) => getCredits(tx, scope));
        const { rows } = (await database.unscoped.execute(sql`
          select coalesce(sum(amount - paid - forgiven), 0)::text as owed from credit_debts where workspace_uid = ${order.uid}
        `)) as unknown as { rows: { owed: string }[] };
        expect(await database.transaction(scope, (tx) => findLedgerFaults(tx, scope))).toEqual([]);
        return [Number(balanceMicro / MICRO), Number(BigInt(rows[0]?.owed ?? 0) / MICRO)];
      },
    };
  }

  // Planted: what was taken before is not set off (each look takes all that is due).
  test('in part, then whole, takes the part, then the rest, however often it is looked at', async () => {
    const bought = await buy();
    expect(await bought.credits()).toEqual([10_000, 0]);
    await bought.refund(333);
    for (let n = 0; n < 3; n += 1) await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([6_670, 0]);
    await bought.refund();
    await Promise.all([bought.lookAtCharge(), bought.lookAtInvoice()]);
    expect(await bought.credits()).toEqual([0, 0]);
    expect(await bought.isBlocked()).toBe(false);
  });

  // Planted: nothing is settled when an invoice gives.
  test.each(['top_up', 'subscription'] as const)(
    'before what was bought by a %s was given is taken with it',
    async (purpose) => {
      const bought = await buy(purpose, { isKept: false });
      await bought.refund(500);
      await bought.lookAtCharge();
      expect(await bought.credits()).toEqual([0, 0]);
      await bought.lookAtInvoice();
      expect(await bought.credits()).toEqual([purpose === 'top_up' ? 5_000 : 2_500, 0]);
    },
  );

  test('for a plan takes what its period gave', async () => {
    const bought = await buy('subscription');
    expect(await bought.credits()).toEqual([5_000, 0]);
    await bought.refund(200);
    await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([4_000, 0]);
  });

  // Planted: more than there is to spend is not owed.
  test('after its credits were spent is owed, and paid of what comes next', async () => {
    const bought = await buy();
    await bought.spend(9_000n);
    await bought.refund();
    await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([0, 9_000]);
    await database.transaction(bought.scope, (tx) =>
      grantCredits(tx, bought.scope, { id: 'next', amountMicro: 9_500n * MICRO, featureKey: 'top_up' }),
    );
    expect(await bought.credits()).toEqual([500, 0]);
  });

  test('that the bank did not take is given again', async () => {
    const bought = await buy();
    await bought.spend(9_000n);
    const { id } = await bought.refund();
    await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([0, 9_000]);
    await standIn.knob('refunds', { fails: id });
    for (let n = 0; n < 2; n += 1) await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([1_000, 0]);
    await bought.refund(100);
    await bought.lookAtCharge();
    expect(await bought.credits()).toEqual([0, 0]);
  });

  // Planted: a dispute that was won goes on blocking.
  test('by a dispute blocks while it is open, and takes nothing where it is won', async () => {
    const bought = await buy();
    const { id } = await bought.dispute();
    await bought.lookAtCharge();
    expect([await bought.isBlocked(), await bought.credits()]).toEqual([true, [10_000, 0]]);
    await bought.end(id, 'won');
    await bought.lookAtCharge();
    expect([await bought.isBlocked(), await bought.credits()]).toEqual([false, [10_000, 0]]);
  });

  // Planted: an operator's word counts for a dispute that is open, too.
  test('by a dispute that is lost blocks until an operator says otherwise', async () => {
    const bought = await buy();
    const { id } = await bought.dispute();
    await bought.lookAtCharge();
    const unblock = () => unblockPayer(deps, { account: '', customerId: bought.customerId });
    expect([await unblock(), await bought.isBlocked()]).toEqual([true, true]);
    await bought.end(id, 'lost');
    await bought.lookAtCharge();
    expect([await bought.isBlocked(), await bought.credits()]).toEqual([true, [0, 0]]);
    expect([await unblock(), await bought.isBlocked()]).toEqual([true, false]);
    await bought.lookAtCharge();
    expect(await bought.isBlocked()).toBe(false);
    expect(await unblockPayer(deps, { account: '', customerId: 'cus_nobody' })).toBe(false);
  });

  // Planted: an operator's word of one dispute counts for the next of the same payment.
  test('by another dispute of the same payment blocks anew, until an operator says otherwise again', async () => {
    const bought = await buy();
    const unblock = () => unblockPayer(deps, { account: '', customerId: bought.customerId });
    for (let n = 0; n < 2; n += 1) {
      const { id } = await bought.dispute();
      await bought.lookAtCharge();
      expect(await bought.isBlocked()).toBe(true);
      await bought.end(id, 'lost');
      await bought.lookAtCharge();
      expect(await bought.isBlocked()).toBe(true);
      expect([await unblock(), await bought.isBlocked()]).toEqual([true, false]);
    }
  });

  // Planted: only an open one takes back what an operator said (the second, opened and lost between two looks, blocks nobody).
  test('by another dispute that was opened and lost before anybody looked blocks anew, and is told of', async () => {
    const bought = await buy();
    const unblock = () => unblockPayer(deps, { account: '', customerId: bought.customerId });
    const told = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select count(*)::int as n from outbox where workspace_uid = ${bought.uid} and type = 'payment_disputed'`,
      )) as unknown as { rows: { n: number }[] };
      return rows[0]?.n;
    };
    const lose = async () => bought.end((await bought.dispute()).id, 'lost');
    await lose();
    await bought.lookAtCharge();
    expect([await unblock(), await bought.isBlocked(), await told()]).toEqual([true, false, 1]);
    await lose();
    for (let looks = 0; looks < 2; looks += 1) await bought.lookAtCharge();
    expect([await bought.isBlocked(), await told(), await bought.credits()]).toEqual([true, 2, [0, 0]]);
    expect([await unblock(), await bought.isBlocked()]).toEqual([true, false]);
    await bought.lookAtCharge();
    expect(await bought.isBlocked()).toBe(false);
  });

  // Planted: the fee is given back first, and what fails holds up the rest -> nothing is taken.
  test('takes its credits though the fee cannot be given back, which is tried again', async () => {
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'client_credits');
    const { account } = order;
    const objects = await startObjectRunner(deps);
    await (await startOrderRunner({ ...deps, objects })).advance(order.orderId);
    const [charge] = await standIn.list(`/v1/charges?limit=100&customer=${order.customerId}`, account);
    await standIn.knob('refunds', { account, charge: charge.id });
    await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v1/application_fees' });
    const look = async () => {
      await objects.look({ account, kind: 'charge', id: charge.id });
      const [fee] = await standIn.list(`/v1/application_fees?charge=${charge.id}`);
      const { rows } = (await database.unscoped.execute(sql`
        select credits_taken::text as taken, failures, done_version = version as done from reversals r
        join payment_objects o on o.object_id = r.charge_id where r.charge_id = ${charge.id}
      `)) as unknown as { rows: object[] };
      return { ...rows[0], fee: fee.amount_refunded };
    };
    expect(await look()).toEqual({ taken: '10000000000', failures: 1, done: false, fee: 0 });
    await database.unscoped.execute(sql`update payment_objects set next_at = now() where object_id = ${charge.id}`);
    // The runner may be at it already: who looks at what failed before does not wait for it.
    await expect.poll(look).toEqual({ taken: '10000000000', failures: 0, done: true, fee: 50 });
  });
});
