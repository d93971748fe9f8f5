import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSums } from '../../src/domain/payment-sums/check-sums.ts';
import { ok } from '../factories/api-factory.ts';
import { startClientSession } from '../factories/client-factory.ts';
import { hearEvents } from '../factories/connected-agency.ts';
import { paymentEnvironment, settleDeps } from '../factories/payer-factory.ts';
import { makeSellingAgency } from '../factories/selling-agency.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const DAY = 86_400;
const SLOW = 120_000;
const DECLINES = 'pm_card_chargeCustomerFail';

describe.each(await openJourneyDatabases())('the months of a client’s plan, on $name', async ({ database }) => {
  // Its clock is moved.
  const standIn = await startPaymentsStandIn();
  afterAll(() => standIn.stop());
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead * 1_000);
  const api = await startTestApi(database, paymentEnvironment(standIn), undefined, undefined, clock);
  afterAll(() => api.stop());
  await hearEvents({ api, standIn });
  beforeEach(() => standIn.knob('dunning', { end: 'past_due' }));
  const pass = async (days: number) => {
    ahead += days * DAY;
    await standIn.knob('clock', { advance: days * DAY });
  };
  type Agency = Awaited<ReturnType<typeof makeSellingAgency>>;
  // Before time passes: what they sell under ends after a fortnight.
  const made: Agency[] = [];
  let poor: Agency;
  beforeAll(async () => {
    poor = await makeSellingAgency(api, standIn, 5_000);
    for (let agencies = 0; agencies < 6; agencies += 1) made.push(await makeSellingAgency(api, standIn, 100_000));
  }, 300_000);
  const begin = (): Agency => made.pop()!;
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, string>[] }).rows;
  const customerOf = async ({ orgId }: Agency) =>
    (await rows(sql`select customer_id as id from payers where org_id = ${orgId}`))[0]?.id ?? '';
  const charge = async (agency: Agency, card: string) => {
    const customer = await customerOf(agency);
    const method = await standIn.call(`/v1/payment_methods/${card}/attach`, { customer }, agency.accountId);
    const fields = { 'invoice_settings[default_payment_method]': method.id };
    await standIn.call(`/v1/customers/${customer}`, fields, agency.accountId);
  };
  const mails = (agency: Agency) =>
    rows(sql`select id from emails where template = 'payment_overdue' and to_address = ${agency.client.email}`);
  const openInvoice = async (agency: Agency) =>
    (await standIn.list(`/v1/invoices?status=open&customer=${await customerOf(agency)}`, agency.accountId))[0];

  test('fourteen months are fifteen payments, and credits with each of them', async () => {
    const agency = begin();
    await agency.buy();
    await standIn.knob('deliveries', { copies: 2, shuffle: 3 });
    for (let month = 0; month < 14; month += 1) await pass(31.1);
    await until(agency.credits, (credits) => credits >= 75_000, SLOW);
    await until(
      async () => (await standIn.knob('deliveries', {})).undelivered,
      (left) => left === 0,
      SLOW,
    );
    await standIn.knob('deliveries', { copies: 1, shuffle: null });
    expect(await agency.credits()).toBe(75_000);
    const paid = (await agency.charges()).filter((one) => one.paid);
    expect(paid.map(({ amount }) => amount)).toEqual(Array.from({ length: 15 }, () => 2_000));
    const fees = (await standIn.list('/v1/application_fees?limit=100')).filter(
      ({ account }) => account === agency.accountId,
    );
    expect(fees.map(({ amount }) => amount)).toEqual(Array.from({ length: 15 }, () => 100));
    expect(await agency.plan()).toMatchObject({ status: 'active' });
    expect(await mails(agency)).toEqual([]);
  }, 300_000);

  test('a renewal is charged although the agency has no credits: it owes them, and gives them with its next', async () => {
    const agency = poor;
    await agency.buy();
    await pass(31.1);
    await until(agency.credits, (credits) => credits >= 10_000, SLOW);
    await pass(31.1);
    await until(
      async () => (await agency.charges()).length,
      (count) => count === 3,
      SLOW,
    );
    const before = await agency.credits();
    expect(before).toBeLessThan(15_000);
    await agency.fund(20_000);
    await until(agency.credits, (credits) => credits === 15_000, SLOW);
  }, 300_000);

  // Planted: credits whether or not it is paid -> 10,000 of them.
  test('a month that is not paid gives nothing; the client is told, and it comes when they pay', async () => {
    const agency = begin();
    const bought = await agency.buy();
    await charge(agency, DECLINES);
    await pass(31.1);
    await until(agency.plan, (plan) => plan?.status === 'past_due', SLOW);
    expect(await agency.credits()).toBe(5_000);
    await until(
      () => mails(agency),
      ({ length }) => length === 1,
      SLOW,
    );
    const refused = await agency.subscribe();
    expect(refused.body.code).toBe('already_subscribed');
    const { pastDue } = (await agency.plan())!;
    expect(pastDue).toMatchObject({ invoiceId: (await openInvoice(agency)).id, amount: 20, currency: 'usd' });
    const pay = (as = agency) => as.post(`/client/invoices/${pastDue?.invoiceId}/pay`, {}, as.caller);
    expect((await pay()).body.code).toBe('payment_declined');
    expect((await pay(poor)).body.code).toBe('not_found');
    // Planted: by its id alone -> the agency is asked for a card of its own.
    ok(await agency.asOwner('POST', '/card', {}));
    const byOwner = `/invoices/${pastDue?.invoiceId}/pay`;
    expect((await agency.asOwner('POST', byOwner)).body.code).toBe('not_found');
    await charge(agency, 'pm_card_visa');
    expect(ok(await pay())).toMatchObject({ status: 'paid', requiresAction: false });
    expect((await agency.charges()).filter(({ paid }) => paid)).toHaveLength(2);
    await until(agency.credits, (credits) => credits === 10_000, SLOW);
    expect(await agency.plan()).toMatchObject({ id: bought.id, status: 'active', pastDue: null });
    expect(ok(await pay())).toMatchObject({ status: 'paid' });
    const written = (await agency.audit()).filter((line) => line.includes('invoice.pay'));
    expect(written).toEqual(Array(2).fill(`client:${agency.client.ID} invoice.pay ${pastDue?.invoiceId}`));
  }, 300_000);

  test('a plan that nobody pays for ends after 21 days, with its invoice, and can be had anew', async () => {
    const agency = begin();
    await agency.buy();
    await charge(agency, DECLINES);
    await pass(31.1);
    await until(
      () => mails(agency),
      ({ length }) => length === 1,
      SLOW,
    );
    for (const days of [3, 4, 6]) {
      await pass(days);
      const before = (await mails(agency)).length;
      await until(
        () => mails(agency),
        ({ length }) => length > before || days === 6,
        SLOW,
      );
    }
    expect(await agency.plan()).toMatchObject({ status: 'past_due' });
    await pass(8);
    await until(agency.plan, (plan) => plan === null, SLOW);
    expect(await openInvoice(agency)).toBeUndefined();
    expect(await agency.credits()).toBe(5_000);
    const later = await startClientSession(api, { uid: agency.uid, clientId: agency.client.ID });
    expect((await agency.subscribe(0, {}, later)).status).toBe(200);
  }, 300_000);

  test.each(['unpaid', 'cancel'] as const)(
    'what the provider makes of it by itself (%s) is so',
    async (end) => {
      await standIn.knob('dunning', { end });
      const agency = begin();
      await agency.buy();
      await charge(agency, DECLINES);
      await pass(31.1);
      await until(agency.plan, (plan) => plan?.status === 'past_due', SLOW);
      await pass(16);
      await until(
        agency.plan,
        (plan) => (plan?.status ?? 'canceled') === (end === 'unpaid' ? 'unpaid' : 'canceled'),
        SLOW,
      );
      expect(await agency.credits()).toBe(5_000);
    },
    90_000,
  );

  test('one that was canceled ends with its period, and charges nothing after', async () => {
    const agency = begin();
    const { id } = await agency.buy();
    await agency.cancel(id);
    await pass(32);
    await until(agency.plan, (plan) => plan === null, SLOW);
    expect([(await agency.charges()).length, await agency.credits()]).toEqual([1, 5_000]);
  }, 300_000);

  test('leave sums that add up, in every month of every agency', async () => {
    const deps = settleDeps(database);
    for (const days of [0, 30, 60, 200]) {
      await checkSums(deps, new Date(clock().getTime() - days * DAY * 1_000 + 2 * 3_600_000));
    }
  });
});
