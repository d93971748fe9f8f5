import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { ok } from '../factories/api-factory.ts';
import { CARDS } from '../factories/buyer-factory.ts';
import { hearEvents, makeShop, pageOf, type Shop } from '../factories/connected-agency.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, type TestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
/** With which a workspace begins, and what the platform advances beside. */
const [WELCOME, ADVANCE] = [750, 5_000];

describe.each(await openJourneyDatabases())(
  'credits that an org buys of its agency, on $name',
  async ({ database }) => {
    const api = await startTestApi(database, paymentEnvironment(standIn));
    afterAll(() => api.stop());
    const place = { api, standIn };
    // Each database in its turn: they share the stand-in.
    beforeAll(() => hearEvents(place));

    const buy = (shop: Shop, creditAmount: number, more: object = {}, by: TestApi = api) =>
      by.call('POST', '/stripe/connect/pre-paid', { caller: shop.caller, body: { creditAmount, ...more } });
    const quote = async (shop: Shop, creditAmount: number) =>
      ok(await shop.post('/stripe/connect/quote', { creditAmount })) as { quoteId: string; amount: number };
    const balances = async (shop: Shop) => ({
      org: ok(await shop.asOwner('GET', `/orgs/${shop.orgId}`)).loadTokens as number,
      workspace: ok(await shop.asOwner('GET', '/billing')).loadTokens as number,
    });
    const listed = async (shop: Shop, what: string) => {
      const headers = { authorization: 'Bearer sk_test_na', 'stripe-account': shop.accountId };
      const answer = await fetch(`${standIn.url}/v1/${what}?limit=100`, { headers });
      // biome-ignore lint/suspicious/noExplicitAny: lists of everything
      return ((await answer.json()) as any).data as any[];
    };
    const paidOf = async (shop: Shop) =>
      (await listed(shop, 'charges')).filter(({ paid }) => paid).map((one) => one.amount as number);
    const feesOf = async (shop: Shop) =>
      (await standIn.list('/v1/application_fees?limit=100'))
        .filter(({ account }) => account === shop.accountId)
        .map((fee) => fee.amount as number);
    const order = (shop: Pick<Shop, 'get' | 'post'>, id: string, what = '') =>
      what ? shop.post(`/stripe/connect/orders/${id}${what}`) : shop.get(`/stripe/connect/orders/${id}`);
    const withCard = async (number = CARDS.pays) => {
      const shop = await makeShop(place);
      await shop.saveCard(number);
      return shop;
    };

    test('are paid on the agency’s account, with the platform’s share, and are its own until then', async () => {
      const shop = await withCard();
      // A price that is sent is nothing to us.
      const answer = ok(await buy(shop, 2_500, { price: 0.01, amount: 1, customerId: 'cus_other', orgId: shop.orgId }));
      expect(answer).toMatchObject({
        ...{ message: 'Credits purchased successfully', status: 'paid', purpose: 'client_credits', credits: 2_500 },
        ...{ amount: 10, amountPaid: 10, currency: 'usd', tax: { amount: 0, currency: 'usd' }, requiresAction: false },
      });
      expect(await balances(shop)).toEqual({ org: 2_500, workspace: 0 });
      expect([await paidOf(shop), await feesOf(shop)]).toEqual([[1_000], [50]]);
      const [invoice] = await listed(shop, 'invoices');
      expect(invoice).toMatchObject({ id: answer.transactionId, status: 'paid', metadata: { order: answer.orderId } });
      expect(ok(await shop.own('get-invoices')).invoices.data).toEqual([
        {
          ...{ id: invoice.id, number: invoice.number, created: invoice.created, status: 'paid', amount: 10 },
          hosted_invoice_url: invoice.hosted_invoice_url,
        },
      ]);
      expect(ok(await shop.get('/client/me')).loadTokens).toBe(2_500);
      expect((await shop.audit()).filter((line) => line.includes('order.'))).toEqual([
        `client:${shop.clientId} order.place ${answer.orderId}`,
      ]);
      // The agency has paid nobody: neither its orders nor its invoices are these.
      const owned = async (path: string) =>
        ok(await api.call('GET', `/v2/workspaces/${shop.uid}${path}`, { caller: shop.owner.caller }));
      expect([(await owned('/invoices')).items, (await owned('/orders')).items]).toEqual([[], []]);
      const seen = await api.call('GET', `/v2/workspaces/${shop.uid}/invoices/${invoice.id}`, {
        caller: shop.owner.caller,
      });
      expect(seen.body.code).toBe('not_found');
      const { rows } = (await database.unscoped.execute(
        sql`select has_ever_paid from workspaces where uid = ${shop.uid}`,
      )) as unknown as { rows: unknown[] };
      expect(rows).toEqual([{ has_ever_paid: false }]);
    });

    test('cost what the agency asks for a credit, to the cent, and the share is half up', async () => {
      const shop = await withCard();
      const settle = (USDPerToken: number) =>
        shop.owned(`/v2/workspaces/${shop.uid}/connect`, { USDPerToken, allowPlans: true });
      for (const [extra, credits, cents, fee] of [
        [0, 1_000, 100, 5],
        [0.000_11, 1_000, 111, 6],
        [0.000_125, 1_000, 113, 6],
        [0.000_1, 1_000, 110, 6],
      ] as const) {
        ok(await settle(extra));
        const { quoteId, amount: shown } = await quote(shop, credits);
        expect(Math.round(shown * 100)).toBe(cents);
        ok(await buy(shop, credits, { quoteId }));
        expect([(await paidOf(shop))[0], (await feesOf(shop))[0]]).toEqual([cents, fee]);
      }
      const { quoteId } = await quote(shop, 1_000);
      ok(await settle(0.9));
      // What was shown is what is charged, for half an hour.
      expect(ok(await buy(shop, 1_000, { quoteId })).amount).toBe(1.1);
      expect((await quote(shop, 1_000)).amount).toBe(901);
    });

    test.each([999, 1_250, 50_500, 0, -1_000, '1000', null])('are not sold by %s', async (credits) => {
      const shop = await makeShop(place);
      const answer = await buy(shop, credits as number);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    });

    // Planted: charge first -> an invoice is paid, and the org is owed credits.
    test('that the agency could not give are refused before anything is charged', async () => {
      const shop = await withCard();
      const refused = await buy(shop, 6_000);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'sold_out', message: 'Your provider cannot sell so many credits at the moment. Nothing was charged.' },
      ]);
      expect([await listed(shop, 'invoices'), await paidOf(shop)]).toEqual([[], []]);
      // The agency is told, though what would have charged was undone.
      const { rows } = (await database.unscoped.execute(
        sql`select payload from outbox where type = 'sale_refused' and payload ->> 'orgId' = ${shop.orgId}`,
      )) as unknown as { rows: unknown[] };
      expect(rows).toMatchObject([{ payload: { credits: 6_000 } }]);
      ok(await buy(shop, 5_500));
      expect(await balances(shop)).toEqual({ org: 5_500, workspace: 0 });
      expect((await buy(shop, 1_000)).body.code).toBe('sold_out');
      expect(5_500 + 1_000).toBeGreaterThan(WELCOME + ADVANCE);
      expect(await paidOf(shop)).toEqual([2_200]);
    });

    test('are not there when the bank says no, nor while the holder is asked', async () => {
      const declined = await withCard(CARDS.declines);
      const refused = await buy(declined, 1_000);
      expect([refused.status, refused.body.code]).toEqual([402, 'payment_declined']);
      expect(await balances(declined)).toEqual({ org: 0, workspace: WELCOME });
      // Nobody owes what was declined.
      expect(ok(await declined.own('get-invoices')).invoices.data).toEqual([]);
      const shop = await withCard(CARDS.asksAlways);
      const asked = ok(await buy(shop, 1_000));
      expect(asked).toMatchObject({ status: 'action', requiresAction: true, amountPaid: 0 });
      expect(await balances(shop)).toEqual({ org: 0, workspace: WELCOME });
      // Another tab, another amount: the one that waits is gone on with.
      expect(ok(await buy(shop, 2_000)).orderId).toBe(asked.orderId);
      expect(ok(await shop.get('/stripe/connect/orders')).items).toMatchObject([{ orderId: asked.orderId }]);
      const say = async (secret: string, answer: string) => {
        const confirmed = await confirmInBrowser(standIn.url, secret, {}, undefined, shop.accountId);
        await press(pageOf(confirmed), { answer });
      };
      await say(asked.clientSecret, 'fail');
      await until(
        () => order(shop, asked.orderId),
        ({ body }) => body.status === 'void',
      );
      const again = ok(await buy(shop, 1_000));
      expect(ok(await order(shop, again.orderId, '/cancel')).status).toBe('void');
      const last = ok(await buy(shop, 1_000));
      await say(last.clientSecret, 'complete');
      await until(
        () => order(shop, last.orderId),
        ({ body }) => body.status === 'paid',
      );
      expect([await balances(shop), await paidOf(shop)]).toEqual([{ org: 1_000, workspace: 0 }, [400]]);
    });

    test('are sold to who has a card, of an agency that sells', async () => {
      const shop = await makeShop(place);
      expect((await buy(shop, 1_000)).body).toMatchObject({
        ...{ code: 'card_needed', message: 'Please add a payment method to continue' },
      });
      await shop.saveCard();
      await database.unscoped.execute(
        sql`update connect_accounts set pays_out = false where workspace_uid = ${shop.uid}`,
      );
      for (const answer of [await buy(shop, 1_000), await shop.post('/stripe/connect/quote', { creditAmount: 1_000 })])
        expect(answer.body.code).toBe('unavailable');
      expect(await paidOf(shop)).toEqual([]);
    });

    test('30 clicks in two tabs on two servers are one payment', async () => {
      const other = await startTestApi(database, { ...paymentEnvironment(standIn), ROLE: 'web' });
      onTestFinished(() => other.stop());
      const shop = await withCard();
      const clicks = await Promise.all(Array.from({ length: 30 }, (_, n) => buy(shop, 1_000, {}, n % 2 ? api : other)));
      expect(new Set(clicks.map((click) => ok(click).orderId)).size).toBe(1);
      expect([await paidOf(shop), await balances(shop)]).toEqual([[400], { org: 1_000, workspace: 0 }]);
      const { quoteId } = await quote(shop, 1_000);
      const [first, second] = [ok(await buy(shop, 1_000, { quoteId })), ok(await buy(shop, 1_000, { quoteId }))];
      expect(second.orderId).toBe(first.orderId);
      expect((await buy(shop, 2_000, { quoteId: (await quote(shop, 1_000)).quoteId })).body.code).toBe('quote_over');
      expect(await paidOf(shop)).toEqual([400, 400]);
    });

    // Planted: whoever buys anything here sees each order of the workspace -> caught by the sibling.
    test('are nobody else’s to see, to cancel or to pay for', async () => {
      const [shop, other] = [await withCard(CARDS.asksAlways), await withCard()];
      const { orderId } = ok(await buy(shop, 1_000));
      const sibling = await shop.makeSibling();
      await sibling.saveCard();
      for (const what of ['', '/cancel'])
        for (const stranger of [other, sibling])
          expect((await order(stranger, orderId, what)).body.code).toBe('not_found');
      const seen = await api.call('GET', `/v2/workspaces/${shop.uid}/orders/${orderId}`, { caller: shop.owner.caller });
      expect(seen.body.code).toBe('not_found');
      const { quoteId } = await quote(shop, 1_000);
      expect((await buy(other, 1_000, { quoteId })).body.code).toBe('quote_over');
      for (const named of [{ orgId: shop.orgId }, { workspaceId: shop.uid }, { clientId: shop.clientId }])
        expect((await buy(other, 1_000, named)).body.code).toBe('not_found');
      expect(await paidOf(other)).toEqual([]);
      ok(await buy(other, 1_000, { orgId: other.orgId, workspaceId: other.uid, clientId: other.clientId }));
    });

    // Planted: a fresh key a try -> a second customer. Grant by the order's id beside the invoice's -> credits twice.
    const STEPS = ['create', 'line', 'finalize', 'pay'];
    test.each(STEPS.slice(0, amount(2, 4)))('an answer to "%s" that is lost leaves one payment', async (step) => {
      const shop = await makeShop(place);
      await standIn.knob('failures', { when: 'after', answer: 'reset', method: 'POST', path: '/v1/customers' });
      expect((await shop.post('/stripe/connect/start-payment')).body.code).toBe('unavailable');
      await shop.saveCard();
      expect(await listed(shop, 'customers')).toHaveLength(1);
      const of = { method: 'POST', path: '/v1/invoices' };
      const times = STEPS.indexOf(step);
      if (times > 0) await standIn.knob('failures', { ...of, when: 'after', answer: 'slow', delayMs: 1, times });
      const { quoteId } = await quote(shop, 1_000);
      await standIn.knob('failures', { ...of, when: 'after', answer: 'reset' });
      const { orderId, transactionId } = ok(await buy(shop, 1_000, { quoteId }));
      await until(
        () => order(shop, orderId),
        ({ body }) => body.status === 'paid',
        45_000,
      );
      // The same told again, by an event and a look.
      await standIn.call(
        `/v1/invoices/${transactionId || (await listed(shop, 'invoices'))[0].id}`,
        { 'metadata[note]': 'seen' },
        shop.accountId,
      );
      expect([await paidOf(shop), await feesOf(shop)]).toEqual([[400], [20]]);
      expect(await balances(shop)).toEqual({ org: 1_000, workspace: 0 });
    });
  },
);
