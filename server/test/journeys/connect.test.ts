import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { press } from '../../../stand-in/test/harness/furnish.ts';
import { ok, signUp } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { hearEvents } from '../factories/connected-agency.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

type Plan = { productId: string; priceId: string; name: string; price: number; credits: number };
const basic = { name: 'Basic', credits: 5_000, features: ['All agents'] };
const premium = { name: 'Premium', credits: 15_000, features: ['All agents', 'A person to call'], isPopular: true };
const TOO_EARLY = 'Please complete steps 1 and 2 & click save billing settings before setting up subscription plans.';

describe.each(await openJourneyDatabases())('the account on which clients pay, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  // Each database in its turn: they share the stand-in.
  beforeAll(() => hearEvents({ api, standIn }));

  async function begin() {
    const { owner } = await makeAgency(api);
    const { uid, caller } = owner;
    const post = (path: string, body: unknown) => api.call('POST', path, { caller, body });
    const read = async () => ok(await api.call('GET', `/v2/workspaces/${uid}/connect`, { caller }));
    const account = async () =>
      ok(await post('/stripe/connect/create-account', { workspace: uid })).accountId as string;
    const link = async () => ok(await post('/stripe/connect/account-link', { workspace: uid })).redirectUrl as string;
    const onboard = async (answer: string) => {
      const page = await link();
      await fetch(page);
      return press(page, { answer });
    };
    const settle = (given: object) =>
      post(`/v2/workspaces/${uid}/connect`, { USDPerToken: 0.003, allowPlans: true, ...given });
    const save = (plans: unknown[]) => post('/rpc/upsertAgencyPlans', { workspaceId: uid, plans });
    const ready = async () => {
      const id = await account();
      await onboard('complete');
      await until(read, ({ stripeConnect }) => stripeConnect.isConnected);
      ok(await settle({}));
      return id;
    };
    const pricesOf = async (id: string) => {
      const answer = await fetch(`${standIn.url}/v1/prices?limit=100`, {
        headers: { authorization: 'Bearer sk_test_na', 'stripe-account': id },
      });
      // biome-ignore lint/suspicious/noExplicitAny: prices
      return ((await answer.json()) as any).data as {
        id: string;
        active: boolean;
        unit_amount: number;
        product: string;
      }[];
    };
    return { owner, uid, caller, post, read, account, link, onboard, settle, save, ready, pricesOf };
  }

  test('is made once, set up at the provider, and connected once cards are taken and money is paid out', async () => {
    const agency = await begin();
    expect(await agency.read()).toMatchObject({
      stripeConnect: { accountId: '', isConnected: false, USDPerToken: 0.003, allowPlans: true, plans: [] },
      ...{ isPriced: false, creditUSD: 0.001, feePercent: 5, isLive: false },
    });
    const ids = await Promise.all(
      [1, 2, 3].map(() => agency.post('/stripe/connect/create-account', { workspace: agency.uid })),
    );
    const made = await agency.account();
    for (const { status, body } of ids) expect(status === 200 ? body.accountId : 503).toBe(status === 200 ? made : 503);
    expect(await agency.account()).toBe(made);
    // Whoever comes back has done nothing yet, whatever address they come back by.
    const { location } = await agency.onboard('later');
    expect(location).toMatch(/\/app\/na\/agency\?activeTabIndex=5&connect=back$/);
    ok(await agency.post(`/v2/workspaces/${agency.uid}/connect/refresh`, {}));
    expect((await agency.read()).stripeConnect).toMatchObject({ accountId: made, isConnected: false });
    await agency.onboard('cards');
    await until(agency.read, ({ takesCards }) => takesCards);
    expect((await agency.read()).stripeConnect).toMatchObject({ isConnected: false, payouts_enabled: false });
    await agency.onboard('complete');
    await until(agency.read, ({ stripeConnect }) => stripeConnect.isConnected);
    expect((await agency.read()).stripeConnect.email).toBe(agency.owner.email);
    const audited = await database.unscoped.execute(
      sql`select action, target from audit_entries where workspace_uid = ${agency.uid} and action like 'connect.%'`,
    );
    expect((audited as unknown as { rows: unknown[] }).rows).toContainEqual({
      action: 'connect.create_account',
      target: made,
    });
  });

  test('of another workspace is not found', async () => {
    const [agency, other] = [await begin(), await begin()];
    await other.ready();
    for (const [path, body] of [
      ['/stripe/connect/create-account', { workspace: other.uid }],
      ['/stripe/connect/account-link', { workspace: other.uid }],
      ['/rpc/upsertAgencyPlans', { workspaceId: other.uid, plans: [] }],
      ['/rpc/assemblePreBuiltPlansFromStripe', { workspaceId: other.uid }],
    ] as const)
      expect((await agency.post(path, body)).body).toMatchObject({
        code: 'not_found',
        message: 'Workspace not found.',
      });
  });

  test('a link is opened once: the second time it leads to where another is made', async () => {
    const agency = await begin();
    await agency.account();
    const page = await agency.link();
    expect((await fetch(page)).status).toBe(200);
    const again = await fetch(page, { redirect: 'manual' });
    expect(again.headers.get('location')).toMatch(/\/app\/na\/agency\?activeTabIndex=5&connect=again$/);
    expect(await agency.link()).not.toBe(page);
  });

  test('needs the plan, or the trial, and an agency', async () => {
    const { uid, caller } = await signUp(api);
    const create = () => api.call('POST', '/stripe/connect/create-account', { caller, body: { workspace: uid } });
    expect((await create()).body.code).toBe('plan_needed');
    const agency = await begin();
    await database.unscoped.execute(
      sql`update workspace_plans set trial_ends_at = now() - interval '1 day' where workspace_uid = ${agency.uid}`,
    );
    for (const answer of [
      await agency.post('/stripe/connect/create-account', { workspace: agency.uid }),
      await agency.settle({}),
      await agency.save([basic]),
    ])
      expect(answer.body.code).toBe('plan_needed');
  });

  test('plans are sold at what their credits cost, each as a product with a price of its own', async () => {
    const agency = await begin();
    const id = await agency.ready();
    // Whatever account a browser names, they stand on the agency's own.
    const elsewhere = await (await begin()).account();
    const sent = { workspaceId: agency.uid, agencyAccountId: elsewhere, plans: [basic, premium] };
    const { updatedPlans } = ok(await agency.post('/rpc/upsertAgencyPlans', sent));
    expect(updatedPlans).toMatchObject([
      { ...basic, price: 20, isPopular: false },
      { ...premium, price: 60 },
    ]);
    expect(await agency.pricesOf(id)).toEqual(
      updatedPlans
        .map((plan: Plan) =>
          expect.objectContaining({
            ...{ id: plan.priceId, product: plan.productId, unit_amount: plan.price * 100 },
            ...{ active: true, currency: 'usd' },
          }),
        )
        .reverse(),
    );
    expect(await agency.pricesOf(elsewhere)).toEqual([]);
    expect((await agency.read()).stripeConnect.plans).toEqual(updatedPlans);
  });

  test('a plan that changes has another price, the old one is sold no more; one that comes back is sold again', async () => {
    const agency = await begin();
    const id = await agency.ready();
    const [first] = ok(await agency.save([basic])).updatedPlans as Plan[];
    const active = async () => (await agency.pricesOf(id)).filter((price) => price.active).map((price) => price.id);
    const [dearer] = ok(await agency.save([{ ...basic, productId: first?.productId, credits: 6_000 }]))
      .updatedPlans as Plan[];
    expect(dearer).toMatchObject({ productId: first?.productId, price: 24 });
    expect(dearer?.priceId).not.toBe(first?.priceId);
    expect(await active()).toEqual([dearer?.priceId]);
    ok(await agency.settle({ USDPerToken: 0.004 }));
    expect((await agency.read()).stripeConnect.plans).toMatchObject([{ credits: 6_000, price: 30 }]);
    expect(await active()).toEqual([(await agency.read()).stripeConnect.plans[0].priceId]);
    // Nobody buys at the old price what is shown at the new one, whether or not the provider answers.
    await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v1/products' });
    expect((await agency.settle({ USDPerToken: 0.005 })).body.code).toBe('unavailable');
    expect((await agency.read()).stripeConnect.plans).toMatchObject([{ price: 36, priceId: '' }]);
    ok(await agency.settle({}));
    const [back] = ok(await agency.save([{ ...basic, productId: first?.productId }])).updatedPlans as Plan[];
    expect(back?.priceId).toBe(first?.priceId);
    expect(await active()).toEqual([first?.priceId]);
    ok(await agency.save([]));
    expect(await active()).toEqual([]);
    expect(await agency.pricesOf(id)).toHaveLength(3);
  });

  test('what is wrong with a plan is said where it is, and nothing of it is saved', async () => {
    const agency = await begin();
    expect((await agency.save([basic])).body).toMatchObject({ code: 'conflict', message: TOO_EARLY });
    await agency.account();
    await agency.onboard('complete');
    await until(agency.read, ({ stripeConnect }) => stripeConnect.isConnected);
    expect((await agency.save([basic])).body.message).toBe(TOO_EARLY);
    for (const USDPerToken of [-0.001, 1.5, 'much', null]) {
      const answer = await agency.settle({ USDPerToken });
      expect([answer.status, answer.body.issues[0].message]).toEqual([400, 'Please enter a valid number']);
    }
    ok(await agency.settle({}));
    const other = await begin();
    await other.ready();
    const [theirs] = ok(await other.save([basic])).updatedPlans as Plan[];
    const wrong = async (given: object, path: string, message: string | RegExp) => {
      const answer = await agency.save([basic, { ...premium, ...given }]);
      expect(answer.status).toBe(400);
      const issue = answer.body.issues.find((one: { path: string }) => one.path.startsWith(`plans.1.${path}`));
      expect(issue?.message).toMatch(message);
    };
    await wrong({ features: [] }, 'features', 'Each plan must have at least one feature with text');
    await wrong({ features: ['a', ' '] }, 'features.1', 'Each plan must have at least one feature with text');
    await wrong({ features: Array.from('abcdef') }, 'features', 'Maximum of 5 features allowed');
    await wrong({ price: 1 }, 'price', /15000 credits cost 60 US dollars/);
    await wrong({ productId: theirs?.productId }, 'productId', 'There is no such plan.');
    await wrong({ credits: 999 }, 'credits', 'Enter a whole number from 1000 to 1000000.');
    await wrong({ credits: 1_000_001 }, 'credits', 'Enter a whole number from 1000 to 1000000.');
    await wrong({ name: ' ' }, 'name', 'Give the plan a name.');
    expect((await agency.read()).stripeConnect.plans).toEqual([]);
    expect((await other.read()).stripeConnect.plans).toMatchObject([{ name: 'Basic' }]);
  });

  // Planted: a fresh key a try -> two prices of one plan.
  test.each(['reset', 'garbage'])('an answer that is lost (%s) leaves one product and one price', async (answer) => {
    const agency = await begin();
    const id = await agency.ready();
    for (const path of ['/v1/products', '/v1/prices']) {
      await standIn.knob('failures', { when: 'after', answer, method: 'POST', path });
      const refused = await agency.save(
        (await agency.read()).stripeConnect.plans.length ? (await agency.read()).stripeConnect.plans : [basic],
      );
      expect(refused.body.code).toBe('unavailable');
      // Kept, and not on sale.
      expect((await agency.read()).stripeConnect.plans).toMatchObject([{ name: 'Basic', priceId: '' }]);
    }
    const plans = (await agency.read()).stripeConnect.plans;
    const [saved] = ok(await agency.save(plans)).updatedPlans as Plan[];
    expect((await agency.pricesOf(id)).map((price) => price.id)).toEqual([saved?.priceId]);
  });

  test('an owner who takes our access back sells nothing any more, and may connect anew', async () => {
    const agency = await begin();
    const id = await agency.ready();
    ok(await agency.save([basic]));
    await standIn.knob('disconnect', { account: id });
    await until(agency.read, ({ isDisconnected }) => isDisconnected);
    expect((await agency.read()).stripeConnect).toMatchObject({ isConnected: false });
    expect((await agency.save([premium])).body.message).toBe(TOO_EARLY);
    const next = await agency.account();
    expect(next).not.toBe(id);
    await agency.onboard('complete');
    await until(agency.read, ({ stripeConnect }) => stripeConnect.isConnected);
    expect((await agency.read()).stripeConnect.plans).toMatchObject([{ name: 'Basic', priceId: '' }]);
    const [plan] = ok(await agency.save((await agency.read()).stripeConnect.plans)).updatedPlans as Plan[];
    expect((await agency.pricesOf(next)).map((price) => price.id)).toEqual([plan?.priceId]);
  });

  test('plans are proposed of what is sold on the account by the month, for dollars, beside ours', async () => {
    const agency = await begin();
    const id = await agency.ready();
    ok(await agency.save([basic]));
    const { id: product } = await standIn.call(
      '/v1/products',
      { name: 'Care', 'marketing_features[0][name]': 'Calls' },
      id,
    );
    const price = (more: Record<string, string>) =>
      standIn.call(
        '/v1/prices',
        { product, unit_amount: '4999', currency: 'usd', 'recurring[interval]': 'month', ...more },
        id,
      );
    await price({});
    await price({ currency: 'eur' });
    await price({ 'recurring[interval]': 'year' });
    await price({ unit_amount: '50' });
    const { plans } = ok(await agency.post('/rpc/assemblePreBuiltPlansFromStripe', { workspaceId: agency.uid }));
    expect(plans).toEqual([
      {
        productId: '',
        priceId: '',
        name: 'Care',
        credits: 12_497,
        price: 49.99,
        features: ['Calls'],
        isPopular: false,
      },
    ]);
    expect((await agency.read()).stripeConnect.plans).toHaveLength(1);
  });
});
