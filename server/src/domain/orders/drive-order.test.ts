import { afterAll, describe, expect, test } from 'vitest';
import { confirmInBrowser, press } from '../../../../stand-in/test/harness/furnish.ts';
import { makeOrder } from '../../../test/factories/order-factory.ts';
import { paymentsOf, settleDeps } from '../../../test/factories/payer-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { startPaymentsStandIn } from '../../../test/harness/payments-stand-in.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { applyInvoice } from './apply-invoice.ts';
import { startOrderRunner } from './run-orders.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const real = paymentsOf(standIn);
const HOUR_MS = 3_600_000;
const PAID = { paid: [1_000], invoices: ['paid'], grants: [10_000] };

describe.each(await openTestDatabases())('an order, on $name', ({ database }) => {
  let ahead = 0;
  const deps = { ...settleDeps(database), clock: () => new Date(Date.now() + ahead) };
  /** Drives what is asked for alone, and looks at once. */
  const drive = async (of: { orderId: string }, payments: PaymentProvider = real) => {
    const look = async (object: PayObject) => {
      const found = await real.findInvoice(object.account, object.id);
      if (found) await database.transaction(deps.systemScope, (tx) => applyInvoice(deps, tx, object.account, found));
    };
    const runner = await startOrderRunner({ ...deps, payments, objects: { look }, findsWork: false });
    await runner.advance(of.orderId as Parameters<typeof runner.advance>[0]);
  };
  const secretOf = async ({ readOrder }: Awaited<ReturnType<typeof makeOrder>>) =>
    (await real.findInvoice('', (await readOrder()).invoiceId ?? ''))?.intent?.clientSecret ?? '';
  const sayYes = async (secret: string) => {
    const { next_action: action } = await confirmInBrowser(standIn.url, secret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer: 'complete' });
  };

  test('whose holder left gives nothing; who comes back within 22 hours has paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_authenticationRequired');
    await drive(order);
    expect(await order.readOrder()).toMatchObject({ state: 'action', leaseOwner: null });
    expect((await order.sums()).grants).toEqual([]);
    ahead = 22 * HOUR_MS;
    await drive(order);
    expect((await order.readOrder()).state).toBe('action');
    await sayYes(await secretOf(order));
    // No event came: it is found by looking.
    await drive(order);
    expect((await order.readOrder()).state).toBe('paid');
    expect(await order.sums()).toEqual(PAID);
  });

  test('that nobody paid within 23 hours is closed, and cannot be paid any more', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_authenticationRequired');
    await drive(order);
    const secret = await secretOf(order);
    ahead = 24 * HOUR_MS;
    await drive(order);
    expect(await order.readOrder()).toMatchObject({ state: 'failed', ending: 'expired', nextAt: null });
    expect((await confirmInBrowser(standIn.url, secret, {})).error).toBeDefined();
    expect(await order.sums()).toEqual({ paid: [], invoices: ['void'], grants: [] });
  });

  test('of which nobody looked for a day, and which was paid, is paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_authenticationRequired');
    await drive(order);
    await sayYes(await secretOf(order));
    ahead = 30 * HOUR_MS;
    await drive(order);
    expect(await order.sums()).toEqual(PAID);
  });

  test('that says yes in the moment in which it is given up has paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_authenticationRequired');
    await drive(order);
    const secret = await secretOf(order);
    ahead = 24 * HOUR_MS;
    const racing: PaymentProvider = {
      ...real,
      async voidInvoice(...call) {
        await sayYes(secret);
        return real.voidInvoice(...call);
      },
    };
    await drive(order, racing);
    expect((await order.readOrder()).state).toBe('paid');
    expect(await order.sums()).toEqual(PAID);
  });

  test('for which the provider asks another sum is not paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn);
    const dearer: PaymentProvider = {
      ...real,
      addInvoiceLine: (account, id, line, key) => real.addInvoiceLine(account, id, { ...line, amount: 1_001 }, key),
    };
    await drive(order, dearer);
    expect(await order.readOrder()).toMatchObject({ state: 'failed', ending: 'other_total' });
    expect(await order.sums()).toEqual({ paid: [], invoices: [], grants: [] });
  });

  test('of add-ons that cost another sum by now is not charged', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'addons');
    const { change } = (await order.readOrder()).sale;
    // Somebody took a hand in it in the Dashboard, after it was quoted.
    const tax = await standIn.call('/v1/tax_rates', { display_name: 'Tax', percentage: '10', inclusive: 'false' });
    await standIn.call(`/v1/subscriptions/${change?.subscriptionId}`, { 'default_tax_rates[0]': tax.id });
    await drive(order);
    expect(await order.readOrder()).toMatchObject({ state: 'failed', ending: 'other_total', nextAt: null });
    expect(await order.sums()).toEqual({ paid: [1_000], invoices: ['paid'], grants: [] });
  });

  test('of add-ons that was given up, and was paid all the same, is paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'addons');
    const blind: PaymentProvider = {
      ...real,
      async changeItems(...call) {
        await real.changeItems(...call);
        throw new VendorFailure('invalid', 'garbled');
      },
      // The provider's list is behind.
      findChangeInvoice: async () => null,
    };
    await drive(order, blind);
    expect(await order.readOrder()).toMatchObject({ state: 'failed', invoiceId: null });
    const { change } = (await order.readOrder()).sale;
    const made = change && (await real.findChangeInvoice('', change));
    await database.transaction(deps.systemScope, (tx) => applyInvoice(deps, tx, '', made as NonNullable<typeof made>));
    expect(await order.readOrder()).toMatchObject({ state: 'paid', invoiceId: made?.id });
  });

  test('whose event is faster than the answer of the call that paid it is paid', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_visa', 'addons');
    const told: PaymentProvider = {
      ...real,
      async changeItems(...call) {
        const made = await real.changeItems(...call);
        await database.transaction(deps.systemScope, (tx) => applyInvoice(deps, tx, '', made));
        return made;
      },
    };
    await drive(order, told);
    expect(await order.readOrder()).toMatchObject({ state: 'paid', nextAt: null, leaseOwner: null });
  });

  test('of which an answer is lost takes the same key, and what was made is found', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn);
    const keys: string[] = [];
    let isLost = true;
    const losing: PaymentProvider = {
      ...real,
      async createInvoice(account, given, key) {
        keys.push(key);
        const made = await real.createInvoice(account, given, key);
        if (isLost) throw new VendorFailure('unreachable', 'lost');
        return made;
      },
      // The provider's list is behind.
      findOrderInvoice: async () => null,
    };
    await drive(order, losing);
    expect(await order.readOrder()).toMatchObject({ state: 'sent', invoiceId: null, failures: 1, leaseOwner: null });
    isLost = false;
    await drive(order, losing);
    expect([new Set(keys).size, await order.sums()]).toEqual([1, PAID]);
  });

  test('that the bank declines is void', async () => {
    ahead = 0;
    const order = await makeOrder(database, standIn, 'pm_card_chargeCustomerFail');
    await drive(order);
    expect(await order.readOrder()).toMatchObject({
      state: 'void',
      ending: 'declined',
      declineCode: expect.any(String),
    });
    expect(await order.sums()).toEqual({ paid: [], invoices: ['void'], grants: [] });
  });
});
