import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { press } from '../../../stand-in/test/harness/furnish.ts';
import { ok } from '../factories/api-factory.ts';
import { startClientSession } from '../factories/client-factory.ts';
import { hearEvents } from '../factories/connected-agency.ts';
import { paymentEnvironment, paymentsOf } from '../factories/payer-factory.ts';
import { tellOfEvent } from '../factories/payment-event.ts';
import { basic, CHECKOUT, makeSellingAgency, premium } from '../factories/selling-agency.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const PAYS = '4242424242424242';
const ASKS = '4000002500003155';
const WELCOME = 750;

describe.each(await openJourneyDatabases())('plans of an agency, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  // Each database in its turn: they share the stand-in.
  beforeAll(() => hearEvents({ api, standIn }));
  const begin = (credits = 0) => makeSellingAgency(api, standIn, credits);
  type Agency = Awaited<ReturnType<typeof begin>>;
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, never>[] }).rows;
  const paidBy = async ({ accountId }: Agency) =>
    (await standIn.list('/v1/charges?limit=100', accountId)).filter((one) => one.paid).length;

  test('are shown to a client with billing while they are on sale, and to nobody else', async () => {
    const agency = await begin();
    const { plans } = await agency.offers();
    expect(plans).toEqual([
      { ...basic, productId: agency.plans[0]?.productId, priceId: agency.plans[0]?.priceId, price: 20 },
      { ...premium, productId: agency.plans[1]?.productId, priceId: agency.plans[1]?.priceId, price: 60 },
    ]);
    ok(await agency.settle({ allowPlans: false }));
    expect((await agency.offers()).plans).toEqual([]);
    ok(await agency.settle({}));
    expect((await agency.offers()).plans).toHaveLength(2);
    ok(await agency.setBilling(false));
    expect((await agency.offers()).plans).toEqual([]);
    ok(await agency.setBilling(true));
    const other = await begin();
    expect((await other.offers(agency.accountId)).plans).toEqual((await other.offers()).plans);
    await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v1/products' });
    expect((await agency.settle({ USDPerToken: 0.005 })).status).toBe(503);
    expect((await agency.offers()).plans).toEqual([]);
    ok(await agency.settle({}));
    await standIn.knob('disconnect', { account: agency.accountId });
    await until(agency.offers, ({ plans: left }) => left.length === 0);
  });

  test('a plan is paid on one page, however often it is asked for, and is there once the bank says yes', async () => {
    const agency = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => agency.subscribe()));
    const urls = new Set(answers.map((answer) => ok(answer).sessionUrl));
    expect(urls.size).toBe(1);
    const [url = ''] = urls;
    expect((await press(url, { ...CHECKOUT, number: '4000000000000002' })).text).toContain('Your card was declined.');
    expect(await agency.plan()).toBeNull();
    const asked = await press(url, { ...CHECKOUT, number: ASKS });
    expect([await agency.plan(), await agency.credits()]).toEqual([null, 0]);
    // Left, and come back to.
    expect(ok(await agency.subscribe()).sessionUrl).toBe(url);
    const { location } = await press(asked.location ?? '', { answer: 'complete' });
    expect(location?.replace(/:\d+\//, '/')).toBe(`http://${agency.host}/?panel=billing&payment=success`);
    const plan = await until(agency.plan, (found) => found !== null);
    expect(plan).toMatchObject({ status: 'active', name: 'Basic', credits: 5_000, price: 20, cancelsAt: null });
    expect(plan?.priceId).toBe(agency.plans[0]?.priceId);
    const { org } = ok(await agency.get('/client/me', agency.caller));
    expect(org.subscription).toEqual({ id: plan?.id, status: 'active', priceId: plan?.priceId });
    expect([await agency.credits(), await agency.ownCredits()]).toEqual([5_000, 0]);
    const again = await agency.subscribe(1);
    expect([again.status, again.body.code]).toEqual([409, 'already_subscribed']);
    const [fee] = await standIn.list('/v1/application_fees?limit=1');
    expect(fee).toMatchObject({ account: agency.accountId, amount: 100 });
    expect(await paidBy(agency)).toBe(1);
    // The card is the org's from now on.
    const [payer] = await rows(sql`select card ->> 'last4' as last4 from payers where org_id = ${agency.orgId}`);
    expect(payer).toEqual({ last4: '3155' });
    expect(await agency.audit()).toContainEqual(expect.stringMatching(/^client:\S+ order\.place ord_/));
  });

  // Planted: the card is known by its own event alone -> it is not there with the plan.
  test('the card that was typed there is known with the plan, whenever its own event comes', async () => {
    const agency = await begin();
    const { sessionUrl } = ok(await agency.subscribe());
    await standIn.knob('deliveries', { isHeld: true });
    onTestFinished(() => standIn.knob('deliveries', { isHeld: false }).then(() => {}));
    await press(sessionUrl, { ...CHECKOUT, number: PAYS });
    const [invoice] = await standIn.list('/v1/invoices?limit=1', agency.accountId);
    await tellOfEvent(api, 'connect', {
      account: agency.accountId,
      type: 'invoice.paid',
      data: { object: { id: invoice.id } },
    });
    await until(agency.plan, (found) => found !== null);
    expect(ok(await agency.get('/client/me', agency.caller)).org.subscription.status).toBe('active');
    const [payer] = await rows(sql`select card ->> 'last4' as last4 from payers where org_id = ${agency.orgId}`);
    expect(payer).toEqual({ last4: '4242' });
  });

  // Planted: an id of its own for each look -> 55,000 credits.
  test('events that come five times, in any order, give the credits once', async () => {
    const agency = await begin(50_000);
    await standIn.knob('deliveries', { copies: 5, shuffle: 7 });
    const { sessionUrl } = ok(await agency.subscribe());
    await press(sessionUrl, { ...CHECKOUT, number: PAYS });
    await until(agency.plan, (found) => found !== null);
    await until(
      async () => (await standIn.knob('deliveries', {})).undelivered,
      (left) => left === 0,
    );
    await standIn.knob('deliveries', { copies: 1, shuffle: null });
    await until(agency.credits, (credits) => credits === 5_000);
    expect([await agency.credits(), await agency.ownCredits()]).toEqual([5_000, WELCOME + 50_000 - 5_000]);
  });

  test('nothing that a browser or an agency writes says who sells, what, or for how much', async () => {
    const [agency, other] = [await begin(), await begin()];
    const foreign = await agency.subscribe(0, { priceId: other.plans[0]?.priceId });
    expect([foreign.status, foreign.body.message]).toEqual([404, expect.stringContaining('not sold any more')]);
    for (const named of [{ orgId: other.orgId }, { workspaceStripeAccountId: other.accountId }])
      expect((await agency.subscribe(0, named)).status).toBe(404);
    const opened = await startClientSession(api, { uid: agency.uid, clientId: agency.client.ID }, 'opening');
    expect((await agency.subscribe(0, {}, opened)).status).toBe(403);
    const sent = { successUrl: 'https://evil.example.com', cancelUrl: 'https://evil.example.com', customerId: 'cus_x' };
    const { sessionUrl } = ok(await agency.subscribe(0, sent));
    const { location } = await press(sessionUrl, { ...CHECKOUT, number: PAYS });
    expect(location).toContain(`http://${agency.host}:`);
    const plan = await until(agency.plan, (found) => found !== null);
    for (const named of [{ orgId: other.orgId }, { workspaceStripeAccountId: other.accountId }]) {
      const ending = { subscriptionId: plan?.id, ...named };
      expect((await agency.post('/stripe/connect/cancel-subscription', ending, agency.caller)).status).toBe(404);
    }
    await standIn.call(`/v1/subscriptions/${plan?.id}`, { 'metadata[credits]': '1000000' }, agency.accountId);
    await standIn.knob('clock', { advance: 1 });
    expect(await agency.credits()).toBe(5_000);
    ok(await agency.save([]));
    expect((await other.subscribe(0, { priceId: plan?.priceId })).status).toBe(404);
    expect([await other.plan(), await other.credits()]).toEqual([null, 0]);
  });

  test('what the agency cannot give is not sold', async () => {
    const agency = await begin();
    const refused = await agency.subscribe(1);
    expect([refused.status, refused.body.code]).toEqual([409, 'sold_out']);
    expect(await standIn.list('/v1/checkout/sessions', agency.accountId)).toEqual([]);
    const told = sql`select payload ->> 'credits' as credits from outbox
      where type = 'sale_refused' and payload ->> 'orgId' = ${agency.orgId}`;
    expect(await rows(told)).toEqual([{ credits: '15000' }]);
    await agency.fund(20_000);
    ok(await agency.subscribe(1));
  });

  // Planted: the open page, whatever is wanted -> the page of the other plan.
  test('another plan ends the page of the one before, and a page that was paid meanwhile is a plan', async () => {
    const agency = await begin(50_000);
    const first = ok(await agency.subscribe(0)).sessionUrl;
    const second = ok(await agency.subscribe(1)).sessionUrl;
    expect(second).not.toBe(first);
    expect((await press(first, { ...CHECKOUT, number: PAYS })).text).toContain('This page is over');
    await standIn.knob('deliveries', { isHeld: true });
    await press(second, { ...CHECKOUT, number: PAYS });
    const late = await agency.subscribe(0);
    await standIn.knob('deliveries', { isHeld: false });
    expect([late.status, late.body.code]).toEqual([409, 'already_subscribed']);
    expect(await agency.plan()).toMatchObject({ name: 'Premium' });
    expect([await paidBy(agency), await agency.credits()]).toEqual([1, 15_000]);
  });

  test.each(['reset', 'garbage', 500])('an answer that is lost (%s) sells nothing twice', async (answer) => {
    const agency = await begin();
    await standIn.knob('failures', { when: 'after', answer, method: 'POST', path: '/v1/checkout/sessions' });
    const { sessionUrl } = ok(
      await until(
        () => agency.subscribe(),
        ({ status }) => status === 200,
        30_000,
      ),
    );
    await press(sessionUrl, { ...CHECKOUT, number: PAYS });
    await until(agency.plan, (found) => found !== null);
    expect([await paidBy(agency), await agency.credits()]).toEqual([1, 5_000]);
    const made = await standIn.list('/v1/checkout/sessions', agency.accountId);
    if (answer !== 500) expect(made).toHaveLength(1);
  });

  test('a plan is ended by the client, stays until its period ends, and goes on where it is reactivated before', async () => {
    const agency = await begin(50_000);
    await agency.buy();
    const plan = await agency.plan();
    expect((await agency.cancel('sub_nobody')).status).toBe(404);
    const done = ok(await agency.cancel(plan?.id));
    expect(done.message).toBe('Subscription successfully canceled');
    expect(done.subscription).toMatchObject({ status: 'active', renewsAt: null, cancelsAt: plan?.renewsAt });
    expect(ok(await agency.cancel(plan?.id)).subscription.cancelsAt).toBe(plan?.renewsAt);
    expect(await agency.credits()).toBe(5_000);
    expect(await agency.audit()).toContainEqual(expect.stringContaining(`client_plan.cancel ${plan?.id}`));
    const other = await begin();
    expect((await other.cancel(plan?.id)).status).toBe(404);
    for (const [who, id] of [
      [other, plan?.id],
      [agency, 'sub_nobody'],
    ] as const)
      expect((await who.reactivate(id)).status).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      const back = ok(await agency.reactivate(plan?.id));
      expect(back.message).toBe('Subscription reactivated successfully');
      expect(back.subscription).toMatchObject({ renewsAt: plan?.renewsAt, cancelsAt: null });
    }
    expect(await agency.audit()).toContainEqual(expect.stringContaining(`client_plan.reactivate ${plan?.id}`));
    expect([await paidBy(agency), await agency.credits()]).toEqual([1, 5_000]);
  });

  // Planted: what the provider refuses cannot be asked -> unavailable, for as long as the event is lost.
  test('a plan that ended before we heard of it is not reactivated, and another can be chosen', async () => {
    const agency = await begin(50_000);
    const plan = await agency.buy();
    await standIn.knob('deliveries', { drop: 1_000 });
    await paymentsOf(standIn).endSubscription(agency.accountId, plan.id, randomUUID());
    expect((await agency.plan())?.id).toBe(plan.id);
    expect((await agency.reactivate(plan.id)).status).toBe(404);
    expect(await agency.plan()).toBeNull();
    await standIn.knob('deliveries', { drop: 0 });
    ok(await agency.subscribe(1));
  });

  test('an agency whose account is taken back sells nothing, and credits that were paid for stay', async () => {
    const agency = await begin(50_000);
    await agency.buy();
    await standIn.knob('disconnect', { account: agency.accountId });
    await until(agency.plan, (found) => found === null);
    expect(await agency.credits()).toBe(5_000);
    expect((await agency.subscribe()).status).toBe(404);
  });

  test('ids that nobody made are not found', async () => {
    const agency = await begin();
    for (const priceId of [randomUUID(), '../x', ' '])
      expect((await agency.subscribe(0, { priceId })).status).toBe(404);
  });
});
