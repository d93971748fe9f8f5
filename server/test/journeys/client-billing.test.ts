import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { startClientSession } from '../factories/client-factory.ts';
import { hearEvents, makeShop, type Shop } from '../factories/connected-agency.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

describe.each(await openJourneyDatabases())('what an org buys of its agency, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  const place = { api, standIn };
  // Each database in its turn: they share the stand-in.
  beforeAll(() => hearEvents(place));

  const rowsOf = async <Row>(query: ReturnType<typeof sql>) =>
    ((await database.unscoped.execute(query)) as unknown as { rows: Row[] }).rows;
  const address = { line1: '1 Main Street', city: 'Springfield', postal_code: '12345', country: 'US' };

  test('a client types the card of their org, which is a customer on the agency’s account', async () => {
    const shop = await makeShop(place);
    expect(await shop.account()).toEqual({
      ...{ accountId: shop.accountId, customerId: '', allowPlans: true, usdPerCredit: 0.004, isConnected: true },
      ...{ isLive: false, isStandIn: true, publishableKey: 'pk_test_na' },
    });
    const paymentMethodId = await shop.typeCard();
    const { customerId } = await shop.account();
    expect(customerId).toMatch(/^cus_/);
    // Typed is not saved.
    expect(ok(await shop.own('get-payment-methods'))).toEqual({ paymentMethod: null });
    const saved = { paymentMethodId, email: 'pay@example.com', name: 'Pat Doe', address };
    expect(ok(await shop.post('/stripe/connect/update-payment', saved))).toEqual({ customer: { id: customerId } });
    const billing_details = {
      ...{ name: 'Pat Doe', email: 'pay@example.com', phone: '' },
      address: { ...address, line2: '', state: '' },
    };
    expect(ok(await shop.own('get-payment-methods'))).toEqual({
      paymentMethod: {
        ...{ id: paymentMethodId, customer: customerId, billing_details },
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
      },
    });
    expect(ok(await shop.own('get-billing-details'))).toEqual({ customer: { id: customerId, ...billing_details } });
    expect(ok(await shop.own('get-invoices'))).toEqual({ invoices: { data: [] } });
    const theirs = sql`select kind, org_id, account, currency from payers where workspace_uid = ${shop.uid}`;
    expect(await rowsOf(theirs)).toEqual([
      { kind: 'org', org_id: shop.orgId, account: shop.accountId, currency: 'usd' },
    ]);
    expect(await shop.audit()).toContainEqual(
      expect.stringMatching(new RegExp(`^client:${shop.clientId} payer.save_card pyr_`)),
    );
    // The platform's own customers and cards are none of this.
    const { card } = ok(await api.call('GET', `/v2/workspaces/${shop.uid}/card`, { caller: shop.owner.caller }));
    expect(card).toBeNull();
  });

  test('clicked five times at once it is one customer', async () => {
    const shop = await makeShop(place);
    await Promise.all(Array.from({ length: 5 }, () => shop.post('/stripe/connect/start-payment')));
    const { customerId } = await shop.account();
    const answer = await fetch(`${standIn.url}/v1/customers?limit=100`, {
      headers: { authorization: 'Bearer sk_test_na', 'stripe-account': shop.accountId },
    });
    expect(((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([customerId]);
  });

  test('a card stands in the name of the org; one that is taken away there is taken away here, by an event of the agency’s account', async () => {
    const shop = await makeShop(place);
    const customerId = await shop.saveCard();
    const cardOf = async () => ok(await shop.own('get-payment-methods')).paymentMethod;
    expect((await cardOf()).billing_details.name).toBe('Harbour Bikes');
    await standIn.call(`/v1/payment_methods/${(await cardOf()).id}/detach`, {}, shop.accountId);
    await until(cardOf, (card) => card === null);
    await standIn.call(`/v1/customers/${customerId}`, { name: 'Renamed' }, shop.accountId);
    expect(ok(await shop.own('get-billing-details')).customer.name).toBe('Renamed');
  });

  /** What another agency or org has, named in every place in which a browser may name anything. */
  async function expectHidden(shop: Shop, other: Shop) {
    const own = await shop.account();
    const foreign = await other.account();
    const paths = ['get-payment-methods', 'get-billing-details', 'get-invoices'];
    for (const path of paths)
      for (const [customer, account] of [
        [foreign.customerId, foreign.accountId],
        [own.customerId, foreign.accountId],
        [foreign.customerId, own.accountId],
        ['cus_made_up', own.accountId],
      ]) {
        if (customer === own.customerId && account === own.accountId) continue;
        expect((await shop.get(`/stripe/connect/${path}/${customer}/${account}`)).body.code).toBe('not_found');
      }
    const paymentMethodId = await other.typeCard();
    // Their card, whoever else is named beside it.
    for (const named of [{}, { orgId: other.orgId }, { workspaceStripeAccountId: foreign.accountId }])
      expect((await shop.post('/stripe/connect/update-payment', { paymentMethodId, ...named })).body.code).toBe(
        'not_found',
      );
  }

  // Planted: trusts a sent customer or account -> their card and invoices are shown.
  test('another agency, org, customer, account and card is not found', async () => {
    const [shop, other] = [await makeShop(place), await makeShop(place)];
    await shop.saveCard();
    await other.saveCard();
    await expectHidden(shop, other);
    const paymentMethodId = await shop.typeCard();
    for (const named of [
      { orgId: other.orgId },
      { workspaceStripeAccountId: other.accountId },
      { agencyId: other.agencyId },
    ])
      expect((await shop.post('/stripe/connect/update-payment', { paymentMethodId, ...named })).body.code).toBe(
        'not_found',
      );
    for (const named of [{ orgId: other.orgId }, { workspaceStripeAccountId: other.accountId }])
      expect((await shop.post('/stripe/connect/start-payment', named)).body.code).toBe('not_found');
    expect((await shop.get(`/stripe/connect/get-account-id/${other.uid}/na`)).body.code).toBe('not_found');
    // Named as they are it is theirs.
    const named = { orgId: shop.orgId, workspaceStripeAccountId: shop.accountId, agencyId: shop.agencyId };
    ok(await shop.post('/stripe/connect/update-payment', { paymentMethodId, ...named }));
  });

  test('another org of the same agency is not found', async () => {
    const shop = await makeShop(place);
    await shop.saveCard();
    const { get } = await shop.makeSibling();
    const { customerId } = await shop.account();
    expect(ok(await get(`/stripe/connect/get-account-id/${shop.uid}/na`))).toMatchObject({
      ...{ customerId: '', accountId: shop.accountId },
    });
    for (const path of ['get-payment-methods', 'get-billing-details', 'get-invoices'])
      expect((await get(`/stripe/connect/${path}/${customerId}/${shop.accountId}`)).body.code).toBe('not_found');
  });

  test('without billing, or from an opened dashboard, there is nothing; without an account nothing to buy', async () => {
    const calls = (of: Pick<Shop, 'uid'>) =>
      [
        ['GET', `/stripe/connect/get-account-id/${of.uid}/na`],
        ['POST', '/stripe/connect/start-payment'],
        ['POST', '/stripe/connect/update-payment'],
      ] as const;
    const body = { paymentMethodId: 'pm_0123456789' };
    const without = await makeShop(place, { allowBilling: false });
    for (const [method, path] of calls(without))
      expect(
        (await api.call(method, path, { caller: without.caller, ...(method === 'POST' ? { body } : {}) })).body.code,
      ).toBe('not_found');
    const shop = await makeShop(place);
    for (const way of ['opening', 'agency_secret'] as const) {
      const clientId = way === 'opening' ? shop.clientId : null;
      const caller = await startClientSession(api, { uid: shop.uid, clientId }, way);
      for (const [method, path] of calls(shop))
        expect((await api.call(method, path, { caller, ...(method === 'POST' ? { body } : {}) })).body.code).toBe(
          'forbidden',
        );
    }
    const unconnected = await makeShop(place, { isConnected: false });
    expect(await unconnected.account()).toMatchObject({ accountId: '', isConnected: false });
    expect((await unconnected.post('/stripe/connect/start-payment')).body.code).toBe('not_found');
    expect(await rowsOf(sql`select id from payers where workspace_uid = ${unconnected.uid}`)).toEqual([]);
  });

  test('an agency that connected anew is paid on its new account', async () => {
    const shop = await makeShop(place);
    const before = `/stripe/connect/get-payment-methods/${await shop.saveCard()}/${shop.accountId}`;
    expect(ok(await shop.get(before)).paymentMethod).not.toBeNull();
    await standIn.knob('disconnect', { account: shop.accountId });
    await until(shop.account, ({ accountId }) => accountId === '');
    expect((await shop.get(before)).body.code).toBe('not_found');
    const { accountId } = ok(await shop.owned('/stripe/connect/create-account', { workspace: shop.uid }));
    expect(await shop.account()).toMatchObject({ accountId, customerId: '', isConnected: false });
  });
});
