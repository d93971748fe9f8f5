import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { ok } from '../factories/api-factory.ts';
import { CARDS, makePayingOwner, saveCard } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const WELCOME = 750;
const DAY = 86_400;
const SLOW = 20_000;

describe.each(await openJourneyDatabases())('a renewal that is not paid, on $name', async ({ database }) => {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead * 1_000);
  const api = await startTestApi(database, paymentEnvironment(standIn), undefined, undefined, clock);
  afterAll(() => api.stop());
  beforeAll(async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  });
  beforeEach(() => standIn.knob('dunning', { end: 'past_due' }));
  const place = { api, standIn, database };
  type Buyer = Awaited<ReturnType<typeof makePayingOwner>>;
  type Late = Buyer & { invoiceId: string };

  /** At the provider and here. */
  const pass = async (days: number) => {
    ahead += days * DAY;
    await standIn.knob('clock', { advance: days * DAY });
  };
  const read = async (of: Buyer, what: string) =>
    ok(await api.call('GET', `/v2/workspaces/${of.uid}/${what}`, { caller: of.key }));
  const plan = (of: Buyer) => read(of, 'subscription');
  const balance = async (of: Buyer) => (await read(of, 'billing')).loadTokens;
  const agentsMax = async (of: Buyer) =>
    (await read(of, 'limits')).limits.find(({ key }: { key: string }) => key === 'maxAgents').max;
  const upgrade = (of: Buyer) =>
    api.call('POST', '/stripe/create-subscription', {
      caller: of.key,
      body: { userId: of.uid, region: 'na', planId: 'pay_as_you_go' },
    });
  const pay = (of: Buyer, id: string) =>
    api.call('POST', `/v2/workspaces/${of.uid}/invoices/${id}/pay`, { caller: of.caller });
  const status = async (of: Buyer) => (await plan(of)).status;
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, never>[] }).rows;
  const mails = async (of: Buyer) => {
    const [row] = await rows(
      sql`select count(*)::int as n from emails where template = 'payment_overdue' and to_address = ${of.email}`,
    );
    return row?.n;
  };
  const paid = async ({ customerId }: Buyer) =>
    (await standIn.list(`/v1/charges?limit=100&customer=${customerId}`)).filter((one) => one.paid).length;
  const sayYes = async (secret: string) => {
    const { next_action: action } = await confirmInBrowser(standIn.url, secret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer: 'complete' });
  };
  /** On the plan, with a card that its bank refuses by now, a month later. */
  const makeAllLate = async (numbers: string[]): Promise<Late[]> => {
    const buyers = await Promise.all(numbers.map(() => makePayingOwner(place)));
    for (const [at, buyer] of buyers.entries()) {
      ok(await upgrade(buyer));
      await saveCard(place, buyer, { number: numbers[at] ?? '' });
    }
    await pass(31.1);
    const owed = (buyer: Buyer) =>
      until(
        () => plan(buyer),
        (now) => now.status === 'past_due',
        SLOW,
      );
    return Promise.all(buyers.map(async (buyer) => ({ ...buyer, invoiceId: (await owed(buyer)).pastDue.invoiceId })));
  };
  const makeLate = async (number = CARDS.declines) => (await makeAllLate([number]))[0]!;
  const mailed = (of: Buyer, count: number) =>
    until(
      () => mails(of),
      (n) => n === count,
      SLOW,
    );
  /** Longer than the runner waits between two looks. */
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 6_000));

  test('is told of on days 0, 3 and 7, and made good on day 8 by another card', async () => {
    const buyer = await makeLate();
    const { pastDue } = await plan(buyer);
    expect(pastDue).toMatchObject({ amount: 20, currency: 'usd', endsAt: pastDue.since + 21 * DAY });
    expect(pastDue.hosted_invoice_url).toMatch(/^http/);
    expect([await agentsMax(buyer), await balance(buyer)]).toEqual([100, WELCOME + 5_000]);
    await mailed(buyer, 1);
    for (const [days, count] of [
      [3, 2],
      [4, 3],
    ] as const) {
      await pass(days);
      await mailed(buyer, count);
    }
    await pass(1);
    const refused = await pay(buyer, pastDue.invoiceId);
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_declined']);
    await saveCard(place, buyer);
    const answers = await Promise.all([1, 2, 3].map(() => pay(buyer, pastDue.invoiceId)));
    expect(answers.map(({ body }) => body.status)).toEqual(['paid', 'paid', 'paid']);
    expect(await plan(buyer)).toMatchObject({ status: 'active', pastDue: null });
    expect([await paid(buyer), await balance(buyer)]).toEqual([2, WELCOME + 10_000]);
    const [audit] = await rows(
      sql`select action, target from audit_entries where workspace_uid = ${buyer.uid} and action = 'invoice.pay' limit 1`,
    );
    expect(audit).toMatchObject({ target: pastDue.invoiceId });
    await pass(6);
    await quiet();
    expect(await mails(buyer)).toBe(3);
  }, 300_000);

  test('that nobody pays ends the plan after 21 days and not before; the plan can be begun anew', async () => {
    const buyer = await makeLate();
    await mailed(buyer, 1);
    for (const [days, count] of [
      [3, 2],
      [4, 3],
      [6, 4],
    ] as const) {
      await pass(days);
      await mailed(buyer, count);
    }
    // A little less than 21 days.
    await pass(7.9);
    await quiet();
    expect([await status(buyer), await agentsMax(buyer)]).toEqual(['past_due', 100]);
    await pass(0.2);
    await until(
      () => plan(buyer),
      ({ name }) => name === 'free',
      SLOW,
    );
    expect(await plan(buyer)).toMatchObject({ name: 'free', status: 'active', pastDue: null });
    expect([await agentsMax(buyer), await balance(buyer), await mails(buyer)]).toEqual([5, WELCOME + 5_000, 4]);
    const [there] = await standIn.list(`/v1/subscriptions?status=all&customer=${buyer.customerId}`);
    const invoices = await standIn.list(`/v1/invoices?customer=${buyer.customerId}`);
    expect([there.status, invoices.map((one) => one.status)]).toEqual(['canceled', ['void', 'paid']]);
    const [audit] = await rows(
      sql`select target from audit_entries where workspace_uid = ${buyer.uid} and action = 'plan.end_unpaid'`,
    );
    expect(audit).toEqual({ target: there.id });
    await saveCard(place, buyer);
    expect(ok(await upgrade(buyer)).status).toBe('paid');
    expect([await agentsMax(buyer), await balance(buyer)]).toEqual([100, WELCOME + 10_000]);
  }, 300_000);

  test('that the provider gives up for unpaid takes the limits, can be paid still, and blocks no upgrade for good', async () => {
    await standIn.knob('dunning', { end: 'unpaid' });
    const [pays, leaves] = (await makeAllLate([CARDS.declines, CARDS.declines])) as [Late, Late];
    await pass(16);
    for (const buyer of [pays, leaves]) {
      await until(
        () => status(buyer),
        (now) => now === 'unpaid',
        SLOW,
      );
      expect([await agentsMax(buyer), await balance(buyer)]).toEqual([5, WELCOME + 5_000]);
      expect((await upgrade(buyer)).body.code).toBe('already_subscribed');
    }
    await saveCard(place, pays);
    expect(ok(await pay(pays, pays.invoiceId)).status).toBe('paid');
    expect([await status(pays), await agentsMax(pays), await balance(pays)]).toEqual([
      ...['active', 100],
      WELCOME + 10_000,
    ]);
    await pass(6);
    await until(
      () => plan(leaves),
      ({ name }) => name === 'free',
      SLOW,
    );
    await saveCard(place, leaves);
    expect(ok(await upgrade(leaves)).status).toBe('paid');
  }, 300_000);

  test('that the provider ends by itself is owed by nobody', async () => {
    await standIn.knob('dunning', { end: 'cancel' });
    const buyer = await makeLate();
    await pass(16);
    await until(
      () => plan(buyer),
      ({ name }) => name === 'free',
      SLOW,
    );
    await until(
      () => standIn.list(`/v1/invoices?customer=${buyer.customerId}`),
      ([newest]) => newest.status === 'void',
      SLOW,
    );
    const count = await mails(buyer);
    await pass(6);
    await quiet();
    expect(await mails(buyer)).toBe(count);
  }, 300_000);

  test('waits for the holder of a card that asks', async () => {
    const buyer = await makeLate(CARDS.asksAlways);
    const asked = ok(await pay(buyer, buyer.invoiceId));
    expect(asked).toMatchObject({ status: 'open', requiresAction: true });
    expect([await status(buyer), await balance(buyer)]).toEqual(['past_due', WELCOME + 5_000]);
    await standIn.knob('deliveries', { drop: 100 });
    await sayYes(asked.clientSecret);
    // No event comes: it is found by looking.
    expect(await read(buyer, `invoices/${buyer.invoiceId}`)).toMatchObject({ status: 'paid', requiresAction: false });
    await standIn.knob('deliveries', { drop: 0 });
    expect([await status(buyer), await balance(buyer)]).toEqual(['active', WELCOME + 10_000]);
  }, 300_000);

  test('whose payment we were not told of is mailed about no more', async () => {
    const buyer = await makeLate();
    await mailed(buyer, 1);
    await standIn.knob('deliveries', { drop: 100 });
    const { id } = await standIn.call('/v1/payment_methods/pm_card_visa/attach', { customer: buyer.customerId });
    await standIn.call(`/v1/invoices/${buyer.invoiceId}/pay`, { payment_method: id });
    await pass(3);
    await until(
      () => status(buyer),
      (now) => now === 'active',
      SLOW,
    );
    await standIn.knob('deliveries', { drop: 0 });
    expect([await mails(buyer), await balance(buyer)]).toEqual([1, WELCOME + 10_000]);
    // What is over is held by nobody.
    await until(
      () => rows(sql`select lease_owner from arrears where invoice_id = ${buyer.invoiceId}`),
      ([row]) => row?.lease_owner === null,
      2_000,
    );
  }, 300_000);

  test('is paid by whoever owes it alone', async () => {
    const [buyer, other] = [await makeLate(), await makePayingOwner(place)];
    expect((await pay(other, buyer.invoiceId)).status).toBe(404);
    const path = `/v2/workspaces/${other.uid}/invoices/${buyer.invoiceId}`;
    expect((await api.call('GET', path, { caller: other.caller })).status).toBe(404);
    expect((await pay(buyer, 'in_nowhere')).status).toBe(404);
    expect(await status(buyer)).toBe('past_due');
  }, 300_000);
});
