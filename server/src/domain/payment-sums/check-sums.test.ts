import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeOrder } from '../../../test/factories/order-factory.ts';
import { paymentsOf, settleDeps } from '../../../test/factories/payer-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import { startOrderRunner } from '../orders/run-orders.ts';
import { startObjectRunner } from '../payment-events/run-objects.ts';
import { checkSums, findSumFaults } from './check-sums.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const payments = paymentsOf(standIn);

describe.each(await openTestDatabases())('sums of what was paid, on $name', ({ database }) => {
  const deps = { ...settleDeps(database), payments, findsWork: false };
  const soon = () => new Date(Date.now() + 2 * 3_600_000);

  /** 10,000 credits for $10, or a plan with 5,000. */
  async function buy(purpose: 'top_up' | 'subscription') {
    const order = await makeOrder(database, standIn, 'pm_card_visa', purpose);
    const scope = deps.makeScope(order.uid);
    const objects = await startObjectRunner(deps);
    await (await startOrderRunner({ ...deps, objects })).advance(order.orderId);
    const [charge] = await standIn.list(`/v1/charges?limit=100&customer=${order.customerId}`);
    await standIn.knob('refunds', { charge: charge.id, amount: 500 });
    await objects.look({ account: '', kind: 'charge', id: charge.id });
    const { invoiceId } = await order.readOrder();
    return {
      ...{ uid: order.uid, invoiceId, chargeId: charge.id },
      faults: (now = soon()) => database.transaction(scope, (tx) => findSumFaults(tx, scope, now)),
      /** As an operator would, and no program. */
      meddle: (statement: ReturnType<typeof sql>) => database.unscoped.execute(statement),
    };
  }

  test('add up, of credits and of a plan, with a part that went back', async () => {
    for (const purpose of ['top_up', 'subscription'] as const) expect(await (await buy(purpose)).faults()).toEqual([]);
  });

  test('name the invoice that gave something else, or too little back, or was never paid', async () => {
    const { uid, invoiceId, chargeId, faults, meddle } = await buy('top_up');
    const id = `grant:inv:${invoiceId}`;
    await meddle(sql`update credit_transfers set amount = 8000000000 where workspace_uid = ${uid} and id = ${id}`);
    expect(await faults()).toEqual([
      `${invoiceId} gave 8000000000 instead of 10000000000`,
      `${chargeId} of ${invoiceId} took 5000000000 back instead of 4000000000`,
    ]);
    await meddle(sql`update credit_transfers set amount = 10000000000 where workspace_uid = ${uid} and id = ${id}`);
    await meddle(sql`update invoices set status = 'open' where id = ${invoiceId}`);
    expect(await faults()).toEqual([`${invoiceId} gave credits and is not paid`]);
    await expect(checkSums(deps, soon())).rejects.toThrow(`${uid}: ${invoiceId} gave credits and is not paid`);
    await meddle(sql`update invoices set status = 'paid' where id = ${invoiceId}`);
    await checkSums(deps, soon());
  });

  // Planted: the first page alone -> nothing is found; all at once -> 150 are named.
  test('are read page by page, and of one cause not everything is named', async () => {
    const { uid, invoiceId, faults, meddle } = await buy('top_up');
    await meddle(sql`insert into invoices (account, id, workspace_uid, payer_id, number, status, currency, total, is_of_period, page_url, pdf_url, created_at)
      select account, 'in_' || n, workspace_uid, payer_id, number, status, currency, total, false, '', '', created_at + n / 3 * interval '1 millisecond'
      from invoices, generate_series(10000, 11200) n where id = ${invoiceId}`);
    const give = (id: ReturnType<typeof sql>) =>
      meddle(sql`
      insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
      select ${uid}, 'grant:inv:' || ${id}, 'platform:grants', 'workspace:' || ${uid}::text, n, 'top_up' from generate_series(1, 150) n
      where n = 1 or ${id} <> 'in_11200'`);
    await give(sql`'in_11200'`);
    expect(await faults()).toEqual(['in_11200 gave 1 instead of 0']);
    await give(sql`'in_nowhere_' || n`);
    const found = await faults();
    expect([found[0], found.length]).toEqual(['in_11200 gave 1 instead of 0', 101]);
    expect(found[1]).toMatch(/^in_nowhere_\d+ gave credits and is not paid$/);
  });

  test('of a plan whose period gave nothing are found, though not within the hour in which an event may be on its way', async () => {
    const { uid, invoiceId, faults, meddle } = await buy('subscription');
    await meddle(
      sql`update credit_transfers set id = 'lost' where workspace_uid = ${uid} and id = ${`grant:inv:${invoiceId}`}`,
    );
    expect(await faults(new Date())).toEqual([]);
    expect((await faults())[0]).toBe(`${invoiceId} gave 0 instead of 5000000000`);
  });
});
