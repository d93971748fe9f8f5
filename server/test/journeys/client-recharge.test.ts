import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSystemScope } from '../../src/db/make-scope.ts';
import { ok } from '../factories/api-factory.ts';
import { CARDS } from '../factories/buyer-factory.ts';
import { startClientSession } from '../factories/client-factory.ts';
import { hearEvents, makeShop, type Shop } from '../factories/connected-agency.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());
const WELCOME = 750;

describe.each(await openJourneyDatabases())(
  'an org’s credits that are bought by themselves, on $name',
  async ({ database }) => {
    const api = await startTestApi(database, paymentEnvironment(standIn));
    afterAll(() => api.stop());
    const place = { api, standIn };
    // Each database in its turn: they share the stand-in.
    beforeAll(() => hearEvents(place));

    const save = (shop: Shop, more: object = {}) =>
      shop.post('/stripe/connect/update-autorecharge', { automaticBilling: true, ...more });
    const read = async (shop: Shop) => ok(await shop.get('/stripe/connect/autorecharge'));
    const credits = async (shop: Shop) => ok(await shop.get('/client/me')).loadTokens as number;
    const paidOf = async (shop: Shop) => {
      const headers = { authorization: 'Bearer sk_test_na', 'stripe-account': shop.accountId };
      const answer = await fetch(`${standIn.url}/v1/charges?limit=100`, { headers });
      const { data } = (await answer.json()) as { data: { paid: boolean; amount: number }[] };
      return data.filter(({ paid }) => paid).map(({ amount }) => amount);
    };
    const withCard = async (number = CARDS.pays) => {
      const shop = await makeShop(place);
      await shop.saveCard(number);
      return shop;
    };

    test('are bought when they run low, for what was set, on the agency’s account', async () => {
      const shop = await withCard();
      expect(await read(shop)).toMatchObject({
        ...{ automaticBilling: false, standing: 'off', currency: 'usd', each: 500 },
        internal: { autochargeCreditThreshold: 500, autochargeCreditAmount: 5 },
      });
      const { customerId } = await shop.account();
      const named = { orgId: shop.orgId, workspaceStripeAccountId: shop.accountId, customer_id: customerId };
      expect(ok(await save(shop, { threshold: 600, amount: 10, ...named }))).toMatchObject({
        success: true,
        message: 'Auto-recharge settings updated successfully. Will charge $10 when credits drop below 600.',
        recharge: { automaticBilling: true, internal: { autochargeCreditThreshold: 600, autochargeCreditAmount: 10 } },
      });
      await until(
        () => credits(shop),
        (now) => now === 2_500,
      );
      expect(await paidOf(shop)).toEqual([1_000]);
      expect(ok(await shop.asOwner('GET', '/billing')).loadTokens).toBe(0);
      expect(ok(await shop.own('get-invoices')).invoices.data).toMatchObject([{ status: 'paid', amount: 10 }]);
      await until(
        () => read(shop),
        ({ standing }) => standing === 'ready',
      );
      // Enough is there: nothing more is bought, and turned off it stays as it was set.
      expect(ok(await save(shop, { automaticBilling: false }))).toMatchObject({
        message: 'Auto-recharge settings updated successfully. Auto-recharge disabled.',
        recharge: { standing: 'off', internal: { autochargeCreditThreshold: 600, autochargeCreditAmount: 10 } },
      });
      expect((await shop.audit()).filter((line) => line.includes('recharge.set'))).toEqual([
        expect.stringMatching(new RegExp(`^client:${shop.clientId} recharge.set pyr_`)),
        expect.stringMatching(new RegExp(`^client:${shop.clientId} recharge.set pyr_`)),
      ]);
      expect(await paidOf(shop)).toEqual([1_000]);
      // The workspace's own is another one.
      const own = await api.call('GET', `/v2/workspaces/${shop.uid}/recharge`, { caller: shop.owner.caller });
      expect(ok(own)).toMatchObject({ automaticBilling: false, internal: { monthlyChargeLimit: 100 } });
    });

    test('are not there when the bank says no for good, and are with another card', async () => {
      const shop = await withCard(CARDS.declines);
      ok(await save(shop));
      await until(
        () => read(shop),
        ({ standing }) => standing === 'paused',
      );
      expect(await read(shop)).toMatchObject({ pausedReason: 'card_refused' });
      // Planted: who pays for an org is told in their dashboard alone; its agency is not told.
      const told = await database.transaction(makeSystemScope('test'), (tx) =>
        tx.execute(sql`
          select coalesce(clients.id, to_address) as who from emails left join clients on clients.email = to_address
           where emails.workspace_uid = ${shop.uid} and template = 'recharge_paused' order by clients.id`),
      );
      expect((told as unknown as { rows: unknown[] }).rows).toEqual([
        { who: shop.clientId },
        { who: shop.owner.email },
      ]);
      expect([await credits(shop), await paidOf(shop)]).toEqual([0, []]);
      await shop.saveCard();
      ok(await shop.post('/stripe/connect/autorecharge/try-again'));
      await until(
        () => credits(shop),
        (now) => now === 1_250,
      );
      expect(await paidOf(shop)).toEqual([500]);
    });

    // Planted: charge before the sale is possible -> $25 are paid, and the org is owed credits.
    test('are not charged where the agency could not give them', async () => {
      const shop = await withCard();
      ok(await save(shop, { amount: 25 }));
      await new Promise((done) => setTimeout(done, 2_000));
      expect([await credits(shop), await paidOf(shop)]).toEqual([0, []]);
      expect(ok(await shop.asOwner('GET', '/billing')).loadTokens).toBe(WELCOME);
    });

    test('wait for a plan of the agency’s that is not paid', async () => {
      const shop = await withCard();
      await database.transaction(makeSystemScope('test'), (tx) =>
        tx.execute(sql`
          insert into org_subscriptions (id, workspace_uid, org_id, payer_id, account, plan_id, price_id, credits, unit_amount, status, period_start, period_end)
          select 'sub_late' || id, workspace_uid, org_id, id, account, 'plan', 'price', 5000, 2000, 'past_due', now(), now()
            from payers where org_id = ${shop.orgId}`),
      );
      ok(await save(shop, { amount: 10 }));
      await new Promise((done) => setTimeout(done, 2_000));
      expect([await credits(shop), await paidOf(shop)]).toEqual([0, []]);
      expect((await read(shop)).standing).toBe('past_due');
    });

    test.each([
      { threshold: 99 },
      { threshold: 150 },
      { threshold: 5_100 },
      { amount: 4 },
      { amount: 7 },
      { amount: 105 },
      { automaticBilling: 'yes' },
    ])('are not set to %o', async (given) => {
      const shop = await makeShop(place);
      expect((await save(shop, given)).body.code).toBe('invalid_input');
    });

    test('need a card, and are nobody else’s to set', async () => {
      const [shop, other] = [await makeShop(place), await withCard()];
      expect((await save(shop)).body).toMatchObject({
        ...{ code: 'card_needed', message: 'Please add a payment method to continue' },
      });
      await shop.saveCard();
      const foreign = await other.account();
      for (const named of [
        { orgId: other.orgId },
        { workspaceStripeAccountId: foreign.accountId },
        { customer_id: foreign.customerId },
      ])
        expect((await save(shop, named)).body.code).toBe('not_found');
      const opened = await startClientSession(api, { uid: shop.uid, clientId: shop.clientId }, 'opening');
      const answer = await api.call('POST', '/stripe/connect/update-autorecharge', {
        caller: opened,
        body: { automaticBilling: true },
      });
      expect(answer.body.code).toBe('forbidden');
      expect((await read(shop)).standing).toBe('off');
      await database.unscoped.execute(`update orgs set allow_billing = false where id = '${shop.orgId}'`);
      expect((await save(shop)).body.code).toBe('not_found');
    });
  },
);
