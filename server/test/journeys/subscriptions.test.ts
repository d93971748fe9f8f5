import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { CARDS, makePayingOwner, saveCard } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment, paymentsOf } from '../factories/payer-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const WELCOME = 750;
const DAY = 86_400;
const MONTHS = amount(14, 3);

async function makeCode(code: string, coupon: Record<string, string>) {
  const { id } = await standIn.call('/v1/coupons', { name: code, duration: 'once', ...coupon });
  await standIn.call('/v1/promotion_codes', { code, 'promotion[type]': 'coupon', 'promotion[coupon]': id });
}
await makeCode('TENTH', { percent_off: '10', duration: 'forever' });
await makeCode('ALL', { percent_off: '100' });

describe.each(await openJourneyDatabases())('a plan, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  beforeAll(async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  });
  const place = { api, standIn, database };
  type Buyer = Awaited<ReturnType<typeof makePayingOwner>>;

  const post = (path: string, of: Owner, more: object = {}, by = api) =>
    by.call('POST', `/stripe/${path}`, { caller: of.key, body: { userId: of.uid, region: 'na', ...more } });
  const upgrade = (of: Owner, more: object = {}, by = api) =>
    post('create-subscription', of, { planId: 'pay_as_you_go', ...more }, by);
  const quote = async (of: Owner): Promise<string> => {
    const body = { wanted: { purpose: 'subscription', planId: 'pay_as_you_go' } };
    return ok(await api.call('POST', `/v2/workspaces/${of.uid}/quotes`, { caller: of.key, body })).quoteId;
  };
  const read = async (of: Owner, what: string) =>
    ok(await api.call('GET', `/v2/workspaces/${of.uid}/${what}`, { caller: of.key }));
  const plan = (of: Owner) => read(of, 'subscription');
  const balance = async (of: Owner) => (await read(of, 'billing')).loadTokens;
  const agentsMax = async (of: Owner) =>
    (await read(of, 'limits')).limits.find(({ key }: { key: string }) => key === 'maxAgents').max;
  const paidBy = async ({ customerId }: Buyer) =>
    (await standIn.list(`/v1/charges?limit=100&customer=${customerId}`))
      .filter(({ paid }) => paid)
      .map(({ amount }) => amount);
  const theirs = ({ customerId }: Buyer) =>
    standIn.list(`/v1/subscriptions?status=all&limit=100&customer=${customerId}`);
  const sayYes = async (secret: string, answer = 'complete') => {
    const { next_action: action } = await confirmInBrowser(standIn.url, secret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer });
  };

  const session = (of: Owner) =>
    api.call('POST', '/rpc/createAgencySubscriptionSession', { caller: of.key, body: { uid: of.uid } });

  test('begins when its first invoice is paid: limits and credits', async () => {
    const buyer = await makePayingOwner(place);
    expect(await plan(buyer)).toMatchObject({ name: 'free', status: 'active', subscriptionId: null, cancels: false });
    expect(await agentsMax(buyer)).toBe(5);
    expect(ok(await session(buyer)).sessionUrl).toBe(`${api.origin}/app/na/account/billing?upgrade=true`);
    const answer = ok(await upgrade(buyer));
    expect(answer).toMatchObject({
      ...{ message: 'Subscription created successfully', status: 'paid', amountPaid: 20, requiresAction: false },
      tax: { amount: 0, currency: 'usd' },
    });
    expect(await plan(buyer)).toMatchObject({
      ...{ name: 'pay_as_you_go', status: 'active', subscriptionId: answer.subscriptionId, cancels: false },
      ...{ renewalDate: expect.any(Number), currency: 'usd', addons: [] },
    });
    expect([await agentsMax(buyer), await balance(buyer), await paidBy(buyer)]).toEqual([
      100,
      WELCOME + 5_000,
      [2_000],
    ]);
    const entries = (await read(buyer, 'usage')).items;
    expect(entries[0]).toMatchObject({ amount: 5_000, direction: 'increase', featureKey: 'plan_credits' });
    // A second click is the same payment; a second price is a second plan.
    expect(ok(await upgrade(buyer)).orderId).toBe(answer.orderId);
    const again = await upgrade(buyer, { quoteId: await quote(buyer) });
    expect([again.status, again.body.code]).toEqual([409, 'already_subscribed']);
    expect((await session(buyer)).body.code).toBe('already_subscribed');
    // With the plan credits can be bought.
    expect(ok(await post('top-up-usd', buyer, { amount: 10 })).status).toBe('paid');
  });

  test('with add-ons, a code and tax costs what was quoted, at once and later', async () => {
    const buyer = await makePayingOwner(place, { country: 'FR' });
    const addonsToShow = [{ addonId: 'client_seat', quantity: 3 }];
    const answer = ok(await upgrade(buyer, { addonsToShow, discountCode: 'TENTH' }));
    // 22 + 15 = 37; less a tenth 33.30; with 27 % 42.291.
    expect(answer).toMatchObject({ amountPaid: 42.29, currency: 'eur', tax: { amount: 8.99, currency: 'eur' } });
    expect(await paidBy(buyer)).toEqual([4_229]);
    expect((await plan(buyer)).addons).toEqual([{ addonKey: 'client_seat', quantity: 3, paidQuantity: 3 }]);
    const seats = (await read(buyer, 'limits')).limits.find(({ key }: { key: string }) => key === 'clientSeats');
    expect(seats.max).toBe(8);
  });

  test('is told with the card and what is bought, to whoever may pay alone', async () => {
    const [stranger, buyer] = [await signUp(api), await makePayingOwner(place, { country: 'FR' })];
    const before = ok(await post('get-user-data', buyer));
    expect(before).toMatchObject({ subscriptions: [], subscriptionItems: [], currency: null, internalKeyRef: 'na' });
    const { subscriptionId: id } = ok(
      await upgrade(buyer, { addonsToShow: [{ addonId: 'client_seat', quantity: 2 }] }),
    );
    const { paymentMethod, subscriptionItems, ...data } = ok(await post('get-user-data', buyer));
    expect(data).toEqual({
      customer: { id: buyer.customerId },
      subscriptions: [{ id, status: 'active', current_period_end: expect.any(Number), cancel_at: null }],
      ...{ internalKeyRef: 'na', currency: 'eur' },
    });
    expect(subscriptionItems).toEqual(
      expect.arrayContaining([
        { key: 'pay_as_you_go', quantity: 1 },
        { key: 'client_seat', quantity: 2 },
      ]),
    );
    // What is compared between accounts stays here.
    const card = { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number) };
    expect(paymentMethod).toEqual({
      ...{ id: expect.stringMatching(/^pm_/), customer: buyer.customerId, card },
      billing_details: expect.objectContaining({ address: expect.objectContaining({ country: 'FR' }) }),
    });
    const foreign = await api.call('POST', '/stripe/get-user-data', {
      caller: stranger.key,
      body: { userId: buyer.uid },
    });
    expect(foreign.status).toBe(404);
  });

  test('of which nothing is to be paid begins at once', async () => {
    const buyer = await makePayingOwner(place);
    expect(ok(await upgrade(buyer, { discountCode: 'ALL' }))).toMatchObject({ status: 'paid', amountPaid: 0 });
    expect([(await plan(buyer)).name, await balance(buyer), await paidBy(buyer)]).toEqual([
      ...['pay_as_you_go', WELCOME + 5_000],
      [],
    ]);
  });

  test('does not begin where the bank says no, and can be tried again with another card', async () => {
    const buyer = await makePayingOwner(place, { number: CARDS.declines });
    expect((await upgrade(buyer)).body.code).toBe('payment_declined');
    expect((await theirs(buyer)).map(({ status }) => status)).toEqual(['canceled']);
    expect([(await plan(buyer)).name, await balance(buyer)]).toEqual(['free', WELCOME]);
    await saveCard(place, buyer);
    expect(ok(await upgrade(buyer)).status).toBe('paid');
    expect([await paidBy(buyer), await balance(buyer)]).toEqual([[2_000], WELCOME + 5_000]);
  });

  test('waits for the card’s holder; a browser’s report moves nothing', async () => {
    const buyer = await makePayingOwner(place, { number: CARDS.asksAlways });
    const asked = ok(await upgrade(buyer));
    expect(asked).toMatchObject({ status: 'action', requiresAction: true, amountPaid: 0 });
    const confirm = () =>
      post('confirm-subscription-payment', buyer, { subscriptionId: asked.subscriptionId, paymentIntentId: 'pi_paid' });
    expect(ok(await confirm()).status).toBe('action');
    expect([(await plan(buyer)).name, await balance(buyer)]).toEqual(['free', WELCOME]);
    await sayYes(asked.clientSecret);
    await until(confirm, ({ body }) => body.status === 'paid');
    expect([(await plan(buyer)).name, await balance(buyer)]).toEqual(['pay_as_you_go', WELCOME + 5_000]);
    const other = await makePayingOwner(place);
    const foreign = await post('confirm-subscription-payment', other, { subscriptionId: asked.subscriptionId });
    expect(foreign.status).toBe(404);
  });

  test('does not begin where the holder says no, or gives it up', async () => {
    for (const how of ['fail', 'cancel']) {
      const buyer = await makePayingOwner(place, { number: CARDS.asksAlways });
      const asked = ok(await upgrade(buyer));
      const path = `/v2/workspaces/${buyer.uid}/orders/${asked.orderId}`;
      if (how === 'fail') await sayYes(asked.clientSecret, 'fail');
      else ok(await api.call('POST', `${path}/cancel`, { caller: buyer.key }));
      await until(
        () => api.call('GET', path, { caller: buyer.key }),
        ({ body }) => body.status === 'void',
      );
      expect((await theirs(buyer)).map(({ status }) => status)).toEqual(['canceled']);
      expect([(await plan(buyer)).name, await balance(buyer), await paidBy(buyer)]).toEqual(['free', WELCOME, []]);
    }
  });

  test('is one, however often and wherever it is clicked', async () => {
    const other = await startTestApi(database, { ...paymentEnvironment(standIn), ROLE: 'web' });
    onTestFinished(() => other.stop());
    const buyer = await makePayingOwner(place);
    const clicks = await Promise.all(Array.from({ length: 50 }, (_, n) => upgrade(buyer, {}, n % 2 ? api : other)));
    expect(new Set(clicks.filter(({ status }) => status === 200).map(({ body }) => body.orderId)).size).toBe(1);
    expect([(await theirs(buyer)).length, await paidBy(buyer), await balance(buyer)]).toEqual([
      ...[1, [2_000]],
      WELCOME + 5_000,
    ]);
  });

  test.each([
    ['reset', '/v1/subscriptions'],
    [500, '/v1/subscriptions'],
    ['reset', '/v1/invoices'],
    [500, '/v1/invoices'],
  ])(
    'an answer that is lost (%s to %s): one plan, one charge',
    async (answer, path) => {
      const buyer = await makePayingOwner(place);
      const quoteId = await quote(buyer);
      await standIn.knob('failures', { when: 'after', answer, method: 'POST', path });
      const { orderId } = ok(await upgrade(buyer, { quoteId }));
      await until(
        () => api.call('GET', `/v2/workspaces/${buyer.uid}/orders/${orderId}`, { caller: buyer.key }),
        ({ body }) => body.status === 'paid',
        20_000,
      );
      expect([(await theirs(buyer)).length, await paidBy(buyer), await balance(buyer)]).toEqual([
        ...[1, [2_000]],
        WELCOME + 5_000,
      ]);
    },
    30_000,
  );

  test('needs a card', async () => {
    const owner = await signUp(api);
    expect((await upgrade(owner)).body.code).toBe('card_needed');
    for (const path of ['cancel-subscription', 'reactivate-subscription'])
      expect((await post(path, owner, { reason: 'Other' })).body.code).toBe('plan_needed');
  });

  // From here on time passes at the provider.
  test('that is cancelled stays until its period ends, and goes on where it is reactivated before', async () => {
    const buyer = await makePayingOwner(place);
    ok(await upgrade(buyer));
    expect((await post('cancel-subscription', buyer, { reason: ' ' })).status).toBe(400);
    const { message, plan: ending } = ok(await post('cancel-subscription', buyer, { reason: 'Too expensive' }));
    expect([message, ending.name, ending.cancels, ending.renewalDate]).toEqual([
      ...['Subscription cancelled successfully', 'pay_as_you_go', true],
      null,
    ]);
    const [there] = await theirs(buyer);
    expect(there.cancellation_details).toMatchObject({ feedback: 'too_expensive' });
    const back = ok(await post('reactivate-subscription', buyer));
    expect([back.message, back.plan.cancels, back.plan.cancelsAt]).toEqual([
      ...['Subscription reactivated successfully', false],
      null,
    ]);
    ok(await post('cancel-subscription', buyer, { reason: 'My dog ate it' }));
    expect((await theirs(buyer))[0].cancellation_details).toMatchObject({
      feedback: 'other',
      comment: 'My dog ate it',
    });
    await standIn.knob('clock', { advance: 32 * DAY });
    await until(
      () => plan(buyer),
      ({ name }) => name === 'free',
    );
    // Limits are those of Free, and credits stay.
    expect([await agentsMax(buyer), await balance(buyer)]).toEqual([5, WELCOME + 5_000]);
    // It can be begun anew.
    expect(ok(await upgrade(buyer)).status).toBe('paid');
    expect(await balance(buyer)).toBe(WELCOME + 10_000);
  });

  test('that ended before we heard of it is not reactivated, and is known to have ended', async () => {
    const buyer = await makePayingOwner(place);
    ok(await upgrade(buyer));
    const [there] = await theirs(buyer);
    await standIn.knob('deliveries', { drop: 1_000 });
    await paymentsOf(standIn).endSubscription('', there.id, randomUUID());
    expect((await post('reactivate-subscription', buyer)).body.code).toBe('plan_needed');
    expect((await plan(buyer)).name).toBe('free');
    await standIn.knob('deliveries', { drop: 0 });
  });

  test('that nobody confirmed is over after a day', async () => {
    const buyer = await makePayingOwner(place, { number: CARDS.asksAlways });
    const { orderId } = ok(await upgrade(buyer));
    await standIn.knob('clock', { advance: DAY });
    await until(
      () => api.call('GET', `/v2/workspaces/${buyer.uid}/orders/${orderId}`, { caller: buyer.key }),
      ({ body }) => body.status === 'failed',
    );
    expect([(await plan(buyer)).name, await balance(buyer)]).toEqual(['free', WELCOME]);
  });

  test('of which a renewal is not paid keeps its limits, gives nothing, and is made good or ends', async () => {
    const [pays, leaves] = [await makePayingOwner(place), await makePayingOwner(place)];
    for (const buyer of [pays, leaves]) {
      ok(await upgrade(buyer));
      await saveCard(place, buyer, { number: CARDS.declines });
    }
    await standIn.knob('clock', { advance: 31 * DAY + 7_200 });
    for (const buyer of [pays, leaves]) {
      await until(
        () => plan(buyer),
        ({ status }) => status === 'past_due',
      );
      expect([await agentsMax(buyer), await balance(buyer)]).toEqual([100, WELCOME + 5_000]);
    }
    await saveCard(place, pays);
    await standIn.knob('clock', { advance: 3 * DAY + 3_600 });
    await until(
      () => balance(pays),
      (credits) => credits === WELCOME + 10_000,
    );
    expect((await plan(pays)).status).toBe('active');
    await standIn.knob('clock', { advance: 13 * DAY });
    await until(
      () => plan(leaves),
      ({ name }) => name === 'free',
    );
    expect([await agentsMax(leaves), await balance(leaves)]).toEqual([5, WELCOME + 5_000]);
  }, 300_000);

  test(`gives its credits for ${MONTHS} months once each, whatever becomes of the events`, async () => {
    const buyer = await makePayingOwner(place);
    ok(await upgrade(buyer));
    await standIn.knob('deliveries', { copies: 3, shuffle: 7 });
    onTestFinished(() => standIn.knob('deliveries', { copies: 1, shuffle: null }));
    for (let month = 0; month < MONTHS; month += 1) await standIn.knob('clock', { advance: 31 * DAY });
    await until(
      () => balance(buyer),
      (credits) => credits === WELCOME + 5_000 * (MONTHS + 1),
      60_000,
    );
    expect(await paidBy(buyer)).toEqual(Array.from({ length: MONTHS + 1 }, () => 2_000));
    const { rows } = (await database.unscoped.execute(
      sql`select count(*)::int as grants from credit_transfers where workspace_uid = ${buyer.uid} and kind = 'plan_credits'`,
    )) as unknown as { rows: object[] };
    expect(rows).toEqual([{ grants: MONTHS + 1 }]);
  }, 300_000);
});
