import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { CARDS, makeBuyer, saveCard } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { tellOfEvent } from '../factories/payment-event.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const WELCOME = 750;

describe.each(await openJourneyDatabases())('credits that are bought, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  beforeAll(async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  });
  const place = { api, standIn, database };
  type Buyer = Awaited<ReturnType<typeof makeBuyer>>;

  const topUp = (of: Owner, more: object = {}, by = api) =>
    by.call('POST', '/stripe/top-up-usd', { caller: of.key, body: { userId: of.uid, amount: 10, ...more } });
  const quote = async (of: Owner, amount = 10) => {
    const body = { wanted: { purpose: 'top_up', amount } };
    return ok(await api.call('POST', `/v2/workspaces/${of.uid}/quotes`, { caller: of.key, body })).quoteId as string;
  };
  const order = (of: Owner, id: string, what = '') =>
    api.call(what ? 'POST' : 'GET', `/v2/workspaces/${of.uid}/orders/${id}${what}`, { caller: of.key });
  const balance = async (of: Owner) =>
    ok(await api.call('GET', `/v2/workspaces/${of.uid}/billing`, { caller: of.key })).loadTokens;
  const invoicesOf = ({ customerId }: Buyer) => standIn.list(`/v1/invoices?limit=100&customer=${customerId}`);
  const paidBy = async (buyer: Buyer) => {
    const charges = await standIn.list(`/v1/charges?limit=100&customer=${buyer.customerId}`);
    return charges.filter(({ paid }) => paid).map(({ amount }) => amount);
  };
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;

  test('are there when the invoice is paid', async () => {
    const buyer = await makeBuyer(place);
    const answer = ok(await topUp(buyer));
    expect(answer).toMatchObject({
      ...{ message: 'Successfully topped up balance', status: 'paid', requiresAction: false, clientSecret: null },
      ...{ amount: 10, amountPaid: 10, currency: 'usd', credits: 10_000, tax: { amount: 0, currency: 'usd' } },
    });
    expect(await balance(buyer)).toBe(WELCOME + 10_000);
    expect(await invoicesOf(buyer)).toMatchObject([
      { id: answer.transactionId, status: 'paid', total: 1_000, metadata: { order: answer.orderId } },
    ]);
    const entries = ok(await api.call('GET', `/v2/workspaces/${buyer.uid}/usage`, { caller: buyer.key })).items;
    expect(entries[0]).toMatchObject({ amount: 10_000, direction: 'increase', featureKey: 'top_up' });
    expect(await rows(sql`select has_ever_paid from workspaces where uid = ${buyer.uid}`)).toEqual([
      { has_ever_paid: true },
    ]);
    expect(
      await rows(
        sql`select action, target from audit_entries where workspace_uid = ${buyer.uid} and action like 'order.%'`,
      ),
    ).toEqual([{ action: 'order.place', target: answer.orderId }]);
    expect(ok(await api.call('GET', `/v2/workspaces/${buyer.uid}/orders`, { caller: buyer.key })).items).toEqual([]);
  });

  test('cost what was shown, in the currency of the card’s country, with its tax', async () => {
    const buyer = await makeBuyer(place, { country: 'DE' });
    const answer = ok(await topUp(buyer, { amount: 10 / 0.88, currency: 'EUR' }));
    expect(answer).toMatchObject({ amountPaid: 12.7, currency: 'eur', tax: { amount: 2.7, currency: 'eur' } });
    expect([await paidBy(buyer), await balance(buyer)]).toEqual([[1_270], WELCOME + 11_363.636363]);
    const other = await topUp(buyer, { currency: 'usd' });
    expect([other.status, other.body.message]).toEqual([400, 'This workspace pays in EUR.']);
    // Where the card moves to is another tax, and the same currency as before.
    await saveCard(place, buyer, { country: 'US' });
    expect(ok(await topUp(buyer, { amount: 20 / 0.88 }))).toMatchObject({ amountPaid: 20, currency: 'eur' });
  });

  test('are not there when the bank says no, and the invoice is void', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.declines });
    const refused = await topUp(buyer);
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_declined']);
    expect((await invoicesOf(buyer)).map(({ status }) => status)).toEqual(['void']);
    expect(await balance(buyer)).toBe(WELCOME);
    await saveCard(place, buyer);
    expect(ok(await topUp(buyer)).status).toBe('paid');
    expect(await balance(buyer)).toBe(WELCOME + 10_000);
  });

  test('wait for the card’s holder, and are there once they said yes', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const asked = ok(await topUp(buyer));
    expect(asked).toMatchObject({ status: 'action', requiresAction: true, amountPaid: 0 });
    expect(await balance(buyer)).toBe(WELCOME);
    // Another tab, another sum: the one that waits is the one that is gone on with.
    const again = ok(await topUp(buyer, { amount: 25 }));
    expect([again.orderId, again.amount]).toEqual([asked.orderId, 10]);
    expect(ok(await api.call('GET', `/v2/workspaces/${buyer.uid}/orders`, { caller: buyer.key })).items).toMatchObject([
      { orderId: asked.orderId, clientSecret: asked.clientSecret },
    ]);
    const { next_action: action } = await confirmInBrowser(standIn.url, asked.clientSecret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer: 'complete' });
    await until(
      () => order(buyer, asked.orderId),
      ({ body }) => body.status === 'paid',
    );
    expect([await balance(buyer), await paidBy(buyer)]).toEqual([WELCOME + 10_000, [1_000]]);
  });

  test('are not there when the holder says no', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const asked = ok(await topUp(buyer));
    const { next_action: action } = await confirmInBrowser(standIn.url, asked.clientSecret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer: 'fail' });
    await until(
      () => order(buyer, asked.orderId),
      ({ body }) => body.status === 'void',
    );
    expect([await balance(buyer), await paidBy(buyer)]).toEqual([WELCOME, []]);
  });

  const holdEvents = async () => {
    await standIn.knob('deliveries', { isHeld: true });
    onTestFinished(async () => void (await standIn.knob('deliveries', { isHeld: false })));
  };
  const sayNo = async (secret: string) => {
    const { next_action: action } = await confirmInBrowser(standIn.url, secret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer: 'fail' });
  };

  // Planted: what was gone on with is the answer whatever became of it.
  test('are asked for anew where the holder said no before, told of it or not', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const asked = ok(await topUp(buyer, { quoteId: await quote(buyer) }));
    const quoteId = await quote(buyer);
    await holdEvents();
    await sayNo(asked.clientSecret);
    const again = ok(await topUp(buyer, { quoteId }));
    expect(again).toMatchObject({ status: 'action', requiresAction: true });
    expect(again.orderId).not.toBe(asked.orderId);
    expect(ok(await order(buyer, asked.orderId)).status).toBe('void');
    // The same press, sent again.
    expect(ok(await topUp(buyer, { quoteId })).orderId).toBe(again.orderId);
    expect((await invoicesOf(buyer)).map(({ status }) => status).sort()).toEqual(['open', 'void']);
  });

  // Planted: an order that is read is not gone on with.
  test('are over when they are looked at after the holder said no, before the provider tells', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const asked = ok(await topUp(buyer));
    await holdEvents();
    await sayNo(asked.clientSecret);
    // A worker that looks at the moment has it first.
    const read = async () => ok(await order(buyer, asked.orderId)).status;
    await until(read, (status) => status === 'void', 5_000);
  });

  test('are given up while the holder is asked, and cannot be paid any more', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const asked = ok(await topUp(buyer));
    expect(ok(await order(buyer, asked.orderId, '/cancel')).status).toBe('void');
    expect(ok(await order(buyer, asked.orderId, '/cancel')).status).toBe('void');
    expect((await confirmInBrowser(standIn.url, asked.clientSecret, {})).error).toBeDefined();
    expect([await balance(buyer), await paidBy(buyer)]).toEqual([WELCOME, []]);
    const other = ok(await topUp(buyer));
    expect(other.orderId).not.toBe(asked.orderId);
  });

  test('are nobody else’s to see, and no quote of another’s is paid', async () => {
    const [buyer, other] = [await makeBuyer(place, { number: CARDS.asksAlways }), await makeBuyer(place)];
    const { orderId } = ok(await topUp(buyer));
    for (const what of ['', '/cancel']) expect((await order(other, orderId, what)).status).toBe(404);
    const theirs = await topUp(other, { quoteId: await quote(buyer) });
    expect([theirs.status, theirs.body.code]).toEqual([409, 'quote_over']);
    expect(await paidBy(other)).toEqual([]);
    expect((await topUp(other, { userId: buyer.uid })).status).toBe(404);
  });

  test('are sold to who has a plan and a card', async () => {
    const owner = await signUp(api);
    expect((await topUp(owner)).body).toMatchObject({ code: 'plan_needed' });
    await database.unscoped.execute(
      sql`update workspaces set stripe_subscription_id = 'sub_1' where uid = ${owner.uid}`,
    );
    expect((await topUp(owner)).body).toMatchObject({
      ...{ code: 'card_needed', message: 'Please add a payment method to continue' },
    });
  });

  test('by one quote once, within its time', async () => {
    const buyer = await makeBuyer(place);
    const quoteId = await quote(buyer);
    const [first, second] = [ok(await topUp(buyer, { quoteId })), ok(await topUp(buyer, { quoteId }))];
    expect(second.orderId).toBe(first.orderId);
    // Somebody who means two of them has two quotes.
    ok(await topUp(buyer, { quoteId: await quote(buyer) }));
    expect(await paidBy(buyer)).toEqual([1_000, 1_000]);
    const late = await quote(buyer);
    await database.unscoped.execute(sql`update quotes set expires_at = now() where id = ${late}`);
    expect((await topUp(buyer, { quoteId: late })).body.code).toBe('quote_over');
    // A card of another country, another tax.
    const before = await quote(buyer);
    await saveCard(place, buyer, { country: 'DE' });
    expect((await topUp(buyer, { quoteId: before })).body.code).toBe('quote_over');
    expect(await paidBy(buyer)).toHaveLength(2);
  });

  test('50 clicks in two tabs on two servers are one payment', async () => {
    const other = await startTestApi(database, { ...paymentEnvironment(standIn), ROLE: 'web' });
    onTestFinished(() => other.stop());
    const buyer = await makeBuyer(place);
    const tabs = [await quote(buyer), await quote(buyer)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => topUp(buyer, { quoteId: tabs[n % 2] }, n % 4 < 2 ? api : other)),
    );
    const paid = answers.map(ok);
    // The second tab's click may come when the first is paid: then it is a payment of its own, as it said.
    const ids = new Set(paid.map(({ orderId }) => orderId));
    expect(await paidBy(buyer)).toHaveLength(ids.size);
    expect(ids.size).toBeLessThanOrEqual(2);
    const one = await makeBuyer(place);
    const clicks = await Promise.all(Array.from({ length: 50 }, (_, n) => topUp(one, {}, n % 2 ? api : other)));
    expect(new Set(clicks.map((click) => ok(click).orderId)).size).toBe(1);
    expect([await paidBy(one), await balance(one)]).toEqual([[1_000], WELCOME + 10_000]);
  });

  /** In the order in which they are asked for; the look that follows reads. */
  const STEPS = ['create', 'line', 'finalize', 'pay'];
  const FAULTS = ['reset', 'garbage', 500, 429].flatMap((answer) =>
    ['before', 'after'].flatMap((when) => STEPS.map((step) => ({ answer, when, step }))),
  );
  const SLOW = [
    { answer: 'hang', when: 'after', step: 'pay' },
    // What could not be looked at is looked at again after half a minute.
    { answer: 'reset', when: 'before', step: 'look' },
  ];
  // All of them take minutes: the others run in `soak`.
  const EACH = FAULTS.filter(({ answer, when }) => answer === 'reset' && when === 'after');
  test.each(amount(1, 0) ? [...FAULTS, ...SLOW] : EACH)(
    '$answer $when "$step" is executed: one payment',
    async ({ answer, when, step }) => {
      const buyer = await makeBuyer(place);
      const quoteId = await quote(buyer);
      const of = { method: step === 'look' ? 'GET' : 'POST', path: '/v1/invoices' };
      const times = step === 'look' ? 0 : STEPS.indexOf(step);
      if (times > 0) await standIn.knob('failures', { ...of, when: 'after', answer: 'slow', delayMs: 1, times });
      await standIn.knob('failures', { ...of, when, answer });
      const { orderId } = ok(await topUp(buyer, { quoteId }));
      await until(
        () => order(buyer, orderId),
        (found) => found.body.status === 'paid',
        45_000,
      );
      expect([await paidBy(buyer), await balance(buyer)]).toEqual([[1_000], WELCOME + 10_000]);
      const [sent] = await rows(
        sql`select count(*)::int as lines from credit_transfers where workspace_uid = ${buyer.uid} and kind = 'top_up'`,
      );
      expect(sent).toEqual({ lines: 1 });
    },
    60_000,
  );

  test('an event that nobody sent changes nothing', async () => {
    const buyer = await makeBuyer(place, { number: CARDS.asksAlways });
    const { orderId, transactionId } = ok(await topUp(buyer));
    await tellOfEvent(api, 'platform', {
      type: 'invoice.paid',
      data: { object: { id: transactionId, object: 'invoice', status: 'paid', amount_paid: 1_000 } },
    });
    await until(
      async () =>
        rows(sql`select done_version = version as done from payment_objects where object_id = ${transactionId}`),
      ([row]) => row?.done === true,
    );
    expect([ok(await order(buyer, orderId)).status, await balance(buyer)]).toEqual(['action', WELCOME]);
  });
});
