import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { CARDS, makePayingOwner, saveCard } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const DAY = 86_400;
const SEAT = 'client_seat';
const LINE = 'concurrent-call-line';

const { id: coupon } = await standIn.call('/v1/coupons', { name: 'TENTH', duration: 'forever', percent_off: '10' });
await standIn.call('/v1/promotion_codes', {
  code: 'TENTH',
  'promotion[type]': 'coupon',
  'promotion[coupon]': coupon,
});

describe.each(await openJourneyDatabases())('add-ons of a running plan, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  beforeAll(async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
  });
  const place = { api, standIn, database };
  type Buyer = Owner & { customerId: string };

  const post = (path: string, of: Owner, more: object, by = api) =>
    by.call('POST', `/stripe/${path}`, { caller: of.key, body: { userId: of.uid, region: 'na', ...more } });
  const add = (of: Owner, addons: object[], more: object = {}, by = api) =>
    post('add-addon-to-subscription', of, { addons, ...more }, by);
  const remove = (of: Owner, addonKeys: string[], quantities: object | null = null) =>
    post('remove-addon-from-subscription', of, { addonKeys, quantities });
  const status = async (of: Owner) => ok(await post('check-addon-status', of, { addonKeys: [SEAT, LINE] }));
  const quote = async (of: Owner, quantity: number): Promise<string> => {
    const body = { addons: [{ addonId: SEAT, quantity }] };
    return ok(await api.call('POST', `/v2/workspaces/${of.uid}/addons/quote`, { caller: of.key, body })).quoteId;
  };
  const read = async (of: Owner, what: string) =>
    ok(await api.call('GET', `/v2/workspaces/${of.uid}/${what}`, { caller: of.key }));
  const seatsMax = async (of: Owner) =>
    (await read(of, 'limits')).limits.find(({ key }: { key: string }) => key === 'clientSeats').max;
  const invoices = ({ customerId }: Buyer) => standIn.list(`/v1/invoices?limit=100&customer=${customerId}`);
  const paidBy = async (of: Buyer) =>
    (await standIn.list(`/v1/charges?limit=100&customer=${of.customerId}`))
      .filter(({ paid }) => paid)
      .map(({ amount }) => amount);
  const there = async ({ customerId }: Buyer) =>
    (await standIn.list(`/v1/subscriptions?customer=${customerId}`))[0] as {
      pending_update: object | null;
      items: { data: { quantity: number }[] };
    };
  const makeBuyer = async (card: Parameters<typeof makePayingOwner>[1] = {}, more: object = {}): Promise<Buyer> => {
    const buyer = await makePayingOwner(place, { ...card, number: CARDS.pays });
    ok(await post('create-subscription', buyer, { planId: 'pay_as_you_go', ...more }));
    if (card.number) await saveCard(place, buyer, card as { number: string });
    return buyer;
  };
  const seats = (quantity: number, more: object = {}) => ({ addonId: SEAT, quantity, ...more });
  const sayYes = async (secret: string, answer = 'complete') => {
    const { next_action: action } = await confirmInBrowser(standIn.url, secret, {});
    await press(action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js, { answer });
  };

  test('more are paid for the rest of the period, and count at once', async () => {
    const buyer = await makeBuyer();
    expect(await status(buyer)).toEqual({
      ...{ hasSubscription: true, currency: 'usd', periodEnd: expect.any(Number) },
      addons: [
        {
          ...{ addonKey: SEAT, hasAddon: false, quantity: 0, paidQuantity: 0 },
          ...{ name: 'Client seat', price: 5 },
        },
        {
          ...{ addonKey: LINE, hasAddon: false, quantity: 0, paidQuantity: 0 },
          ...{ name: 'Concurrent call line', price: 5 },
        },
      ],
    });
    const line = { name: 'Client seat', price: 5, currency: 'usd', incrementalQuantity: 3 };
    const answer = ok(await add(buyer, [seats(3, line)]));
    expect(answer).toMatchObject({
      ...{ message: 'Addons updated successfully', errors: [] },
      order: { purpose: 'addons', status: 'paid', amountPaid: 15, requiresAction: false },
      addons: [{ addonKey: SEAT, hasAddon: true, quantity: 3, paidQuantity: 3 }],
    });
    expect([await seatsMax(buyer), await paidBy(buyer)]).toEqual([8, [1_500, 2_000]]);
    expect((await read(buyer, 'subscription')).addons).toEqual([{ addonKey: SEAT, quantity: 3, paidQuantity: 3 }]);
    // The same again changes nothing, and a further one is another price.
    expect(ok(await add(buyer, [seats(3)])).message).toBe('No changes to save');
    expect(ok(await add(buyer, [seats(4), { addonId: LINE, quantity: 2 }])).order.amountPaid).toBe(15);
    expect([await seatsMax(buyer), await paidBy(buyer)]).toEqual([9, [1_500, 1_500, 2_000]]);
    const { rows } = (await database.unscoped.execute(
      sql`select count(*)::int as placed from audit_entries where workspace_uid = ${buyer.uid} and action = 'order.place'`,
    )) as unknown as { rows: object[] };
    expect(rows).toEqual([{ placed: 3 }]);
  });

  test('fewer come with the next period: nothing is given back, and what is paid stays and comes back for nothing', async () => {
    const buyer = await makeBuyer({}, { addonsToShow: [seats(3)] });
    expect(ok(await remove(buyer, [SEAT], { [SEAT]: 1 }))).toMatchObject({
      message: 'Addons updated successfully',
      addons: [{ addonKey: SEAT, hasAddon: true, quantity: 1, paidQuantity: 3 }],
    });
    expect([await seatsMax(buyer), (await invoices(buyer)).length]).toEqual([8, 1]);
    expect(ok(await remove(buyer, [SEAT]))).toMatchObject({
      addons: [{ hasAddon: true, quantity: 0, paidQuantity: 3 }],
    });
    const over = ok(await add(buyer, [seats(5)]));
    expect([over.message, over.order]).toEqual(['Some addons could not be processed', null]);
    expect(over.errors).toEqual([
      { addonId: SEAT, message: '3 are paid for already. Take these back first, then add more.' },
    ]);
    const back = ok(await add(buyer, [seats(2)]));
    expect([back.message, back.order]).toEqual(['Addons updated successfully', null]);
    expect([await seatsMax(buyer), await paidBy(buyer), (await invoices(buyer)).length]).toEqual([8, [3_500], 1]);
    const { rows } = (await database.unscoped.execute(
      sql`select details from audit_entries where workspace_uid = ${buyer.uid} and action = 'plan.set_addons' order by position desc limit 1`,
    )) as unknown as { rows: object[] };
    expect(rows).toEqual([{ details: { [SEAT]: 2 } }]);
    const left = await remove(buyer, [SEAT], { [SEAT]: 4 });
    expect([left.status, left.body.code]).toEqual([400, 'invalid_input']);
  });

  test('with tax and a code that stays cost what was quoted, now and later', async () => {
    const buyer = await makeBuyer({ country: 'DE' }, { discountCode: 'TENTH' });
    const body = { addons: [seats(2)] };
    const quoted = ok(await api.call('POST', `/v2/workspaces/${buyer.uid}/addons/quote`, { caller: buyer.key, body }));
    // 10, less a tenth 9; with 27 % 11.43. Later 22 + 10 = 32, 28.80, 36.576.
    expect(quoted).toMatchObject({
      ...{ purpose: 'addons', currency: 'eur', subtotal: 1_000, discount: 100, tax: 243, total: 1_143, credits: 0 },
      ...{ recurringTotal: 3_658, taxPercent: 27, discountName: 'TENTH' },
      lines: [{ key: SEAT, quantity: 2, amount: 1_000 }],
    });
    const { quoteId } = quoted;
    // What is ordered is what was quoted.
    expect((await add(buyer, [seats(3)], { quoteId })).body.code).toBe('quote_over');
    expect(ok(await add(buyer, [seats(2)], { quoteId })).order).toMatchObject({ amountPaid: 11.43, currency: 'eur' });
    expect(await paidBy(buyer)).toEqual([1_143, 2_515]);
  });

  test('wait for the card’s holder: nothing counts before, and nothing else is changed meanwhile', async () => {
    const buyer = await makeBuyer({ number: CARDS.asksAlways }, { addonsToShow: [{ addonId: LINE, quantity: 1 }] });
    const { order, message } = ok(await add(buyer, [seats(2)]));
    expect([order.status, order.requiresAction, message]).toEqual([
      ...['action', true],
      'Your bank asks you to confirm this payment.',
    ]);
    expect([await seatsMax(buyer), (await there(buyer)).items.data.length]).toEqual([5, 2]);
    // The same again is the same payment; another one waits its turn.
    expect(ok(await add(buyer, [seats(2)])).order.orderId).toBe(order.orderId);
    for (const busy of [await remove(buyer, [LINE]), await add(buyer, [seats(3)])])
      expect([busy.status, busy.body.code]).toEqual([409, 'payment_under_way']);
    await sayYes(order.clientSecret);
    await until(
      () => read(buyer, `orders/${order.orderId}`),
      ({ status: state }) => state === 'paid',
      15_000,
    );
    expect([await seatsMax(buyer), await paidBy(buyer)]).toEqual([7, [1_000, 2_500]]);
  });

  test.each(['fail', 'cancel', 'decline'])('of which the payment ends otherwise (%s) are not there', async (how) => {
    const buyer = await makeBuyer({ number: how === 'decline' ? CARDS.declines : CARDS.asksAlways });
    const answer = await add(buyer, [seats(2)]);
    if (how === 'decline') expect([answer.status, answer.body.code]).toEqual([402, 'payment_declined']);
    else {
      const { order } = ok(answer);
      const path = `/v2/workspaces/${buyer.uid}/orders/${order.orderId}`;
      if (how === 'fail') await sayYes(order.clientSecret, 'fail');
      else ok(await api.call('POST', `${path}/cancel`, { caller: buyer.key }));
      await until(
        () => api.call('GET', path, { caller: buyer.key }),
        ({ body }) => body.status === 'void',
        15_000,
      );
    }
    const left = await there(buyer);
    expect([left.pending_update, left.items.data.length]).toEqual([null, 1]);
    expect((await invoices(buyer)).map(({ status: state }) => state)).toEqual(['void', 'paid']);
    const plan = await read(buyer, 'subscription');
    expect([plan.status, plan.addons, await seatsMax(buyer), await paidBy(buyer)]).toEqual([
      ...['active', [], 5],
      [2_000],
    ]);
    // Nothing is in the way of another try.
    await saveCard(place, buyer);
    expect(ok(await add(buyer, [seats(2)])).order.status).toBe('paid');
    expect([await seatsMax(buyer), await paidBy(buyer)]).toEqual([7, [1_000, 2_000]]);
  });

  test('are one payment, however often and wherever it is clicked', async () => {
    const other = await startTestApi(database, { ...paymentEnvironment(standIn), ROLE: 'web' });
    onTestFinished(() => other.stop());
    const buyer = await makeBuyer();
    const quoteId = await quote(buyer, 2);
    const clicks = await Promise.all(
      Array.from({ length: 30 }, (_, n) => add(buyer, [seats(2)], { quoteId }, n % 2 ? api : other)),
    );
    const orders = clicks.flatMap(({ status: code, body }) => (code === 200 && body.order ? [body.order.orderId] : []));
    expect(new Set(orders).size).toBe(1);
    expect([await paidBy(buyer), await seatsMax(buyer)]).toEqual([[1_000, 2_000], 7]);
  });

  test.each(['reset', 500])(
    'an answer that is lost (%s): one charge',
    async (answer) => {
      const buyer = await makeBuyer();
      const quoteId = await quote(buyer, 2);
      await standIn.knob('failures', { when: 'after', answer, method: 'POST', path: '/v1/subscriptions' });
      const { order } = ok(await add(buyer, [seats(2)], { quoteId }));
      await until(
        () => read(buyer, `orders/${order.orderId}`),
        ({ status: state }) => state === 'paid',
        20_000,
      );
      expect([await paidBy(buyer), await seatsMax(buyer)]).toEqual([[1_000, 2_000], 7]);
    },
    30_000,
  );

  test('what cannot be is named, and the rest is done', async () => {
    const buyer = await makeBuyer();
    const { message, errors, order } = ok(
      await add(buyer, [
        ...[seats(1), { addonId: LINE, quantity: 1, price: 1 }],
        ...[
          { addonId: 'mini-whitelabel', quantity: 1 },
          { addonId: 'workspace-seat', quantity: 11 },
        ],
        { addonId: 'twilio-phone-number', quantity: 1, currency: 'eur' },
      ]),
    );
    expect([message, order.amountPaid]).toEqual(['Some addons could not be processed', 5]);
    expect(errors).toEqual([
      { addonId: LINE, message: 'The price of this add-on is another one by now. Please look at it again.' },
      { addonId: 'mini-whitelabel', message: 'This add-on is not sold.' },
      { addonId: 'workspace-seat', message: 'At most 10 of an add-on are added at a time.' },
      { addonId: 'twilio-phone-number', message: expect.stringContaining('price') },
    ]);
    const stale = ok(await add(buyer, [seats(2, { incrementalQuantity: 2 })]));
    expect(stale.errors[0].message).toContain('was changed meanwhile');
    for (const wrong of [[], [seats(0)], [seats(1.5)], [seats(1_001)], [seats(1), seats(2)]])
      expect((await add(buyer, wrong)).status).toBe(400);
    expect([await paidBy(buyer), await seatsMax(buyer)]).toEqual([[500, 2_000], 6]);
  });

  test('need a subscription that is in order', async () => {
    const owner = await signUp(api);
    for (const answer of [await add(owner, [seats(1)]), await remove(owner, [SEAT])])
      expect([answer.status, answer.body.message]).toEqual([409, 'You need an active subscription to add addons']);
    expect(await status(owner)).toMatchObject({ hasSubscription: false, currency: 'usd', periodEnd: null });
    const body = { addons: [seats(1)] };
    const asked = await api.call('POST', `/v2/workspaces/${owner.uid}/addons/quote`, { caller: owner.key, body });
    expect(asked.body.code).toBe('plan_needed');
  });

  test('an order and a quote of another subscription, and one that was changed since, are not taken', async () => {
    const [buyer, other] = [await makeBuyer(), await makeBuyer()];
    const foreign = await quote(other, 2);
    expect((await add(buyer, [seats(2)], { quoteId: foreign })).body.code).toBe('quote_over');
    const quoteId = await quote(buyer, 2);
    ok(await add(buyer, [seats(1)]));
    expect((await add(buyer, [seats(2)], { quoteId })).body.code).toBe('quote_over');
    expect(await paidBy(buyer)).toEqual([500, 2_000]);
  });

  // From here on time passes at the provider.
  test('of which fewer go on are fewer once the period is over, and the next one costs less', async () => {
    const buyer = await makeBuyer({}, { addonsToShow: [seats(3), { addonId: LINE, quantity: 1 }] });
    ok(await remove(buyer, [SEAT, LINE], { [SEAT]: 1 }));
    expect(await seatsMax(buyer)).toBe(8);
    await standIn.knob('clock', { advance: 31 * DAY + 7_200 });
    await until(
      () => seatsMax(buyer),
      (max) => max === 6,
      15_000,
    );
    expect((await read(buyer, 'subscription')).addons).toEqual([{ addonKey: SEAT, quantity: 1, paidQuantity: 1 }]);
    expect(await paidBy(buyer)).toEqual([2_500, 4_000]);
    // In the new period what is back is paid again.
    expect(ok(await add(buyer, [seats(3)])).order.amountPaid).toBe(10);
    expect(ok(await add(buyer, [seats(4)])).order.amountPaid).toBe(5);
    expect(await seatsMax(buyer)).toBe(9);
  });

  test('what a period nobody told of began with stays paid for when fewer are wanted', async () => {
    const buyer = await makeBuyer({}, { addonsToShow: [seats(3)] });
    await standIn.knob('deliveries', { drop: 1_000 });
    await standIn.knob('clock', { advance: 31 * DAY + 7_200 });
    expect(ok(await remove(buyer, [SEAT], { [SEAT]: 1 }))).toMatchObject({
      addons: [{ quantity: 1, paidQuantity: 3 }],
    });
    await standIn.knob('deliveries', { drop: 0 });
    expect([await seatsMax(buyer), await paidBy(buyer)]).toEqual([8, [3_500, 3_500]]);
  });

  test('of a period that is owed for count while they are wanted, and to its end once they are paid', async () => {
    const buyer = await makeBuyer({ number: CARDS.declines }, { addonsToShow: [seats(2)] });
    await standIn.knob('clock', { advance: 31 * DAY + 7_200 });
    const owed = await until(
      () => read(buyer, 'subscription'),
      ({ pastDue }) => pastDue !== null,
      15_000,
    );
    expect(await seatsMax(buyer)).toBe(7);
    expect(ok(await remove(buyer, [SEAT]))).toMatchObject({
      addons: [{ hasAddon: false, quantity: 0, paidQuantity: 0 }],
    });
    expect(await seatsMax(buyer)).toBe(5);
    await saveCard(place, buyer);
    const pay = `/v2/workspaces/${buyer.uid}/invoices/${owed.pastDue.invoiceId}/pay`;
    ok(await api.call('POST', pay, { caller: buyer.key }));
    await until(
      () => seatsMax(buyer),
      (max) => max === 7,
      15_000,
    );
    expect((await read(buyer, 'subscription')).addons).toEqual([{ addonKey: SEAT, quantity: 0, paidQuantity: 2 }]);
    expect(await paidBy(buyer)).toEqual([3_000, 3_000]);
  });

  test('that nobody confirmed are over after a day, and the plan goes on', async () => {
    const buyer = await makeBuyer({ number: CARDS.asksAlways });
    const { order } = ok(await add(buyer, [seats(2)]));
    await standIn.knob('clock', { advance: DAY });
    await until(
      () => read(buyer, `orders/${order.orderId}`),
      ({ status: state }) => state === 'failed',
      15_000,
    );
    const plan = await read(buyer, 'subscription');
    expect([plan.status, plan.addons, await seatsMax(buyer)]).toEqual(['active', [], 5]);
  });
});
