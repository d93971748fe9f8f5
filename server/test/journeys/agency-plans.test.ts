import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { connectAccount } from '../factories/connected-agency.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { startTestApi, type TestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

type Plan = { productId: string; priceId: string; name: string; credits: number };
const basic = { name: 'Basic', credits: 5_000, features: ['All agents'] };

describe.each(await openJourneyDatabases())('the plans of an agency on $name', async ({ database }) => {
  const [api, beside] = [
    await startTestApi(database, paymentEnvironment(standIn)),
    await startTestApi(database, paymentEnvironment(standIn)),
  ];
  afterAll(() => Promise.all([api.stop(), beside.stop()]));

  async function begin() {
    const { owner } = await makeAgency(api);
    const { uid, caller } = owner;
    const at = (one: TestApi) => (path: string, body: unknown) => one.call('POST', path, { caller, body });
    const post = at(api);
    const read = async () => ok(await api.call('GET', `/v2/workspaces/${uid}/connect`, { caller })).stripeConnect;
    const account = await connectAccount({ api }, owner);
    const settle = (USDPerToken: number) => post(`/v2/workspaces/${uid}/connect`, { USDPerToken, allowPlans: true });
    ok(await settle(0.003));
    const save = (plans: unknown[], one = api) => at(one)('/rpc/upsertAgencyPlans', { workspaceId: uid, plans });
    /** As the provider has them. */
    const sold = async () => {
      const ask = async (path: string) => {
        const headers = { authorization: 'Bearer sk_test_na', 'stripe-account': account };
        return ((await (await fetch(`${standIn.url}${path}?limit=100`, { headers })).json()) as { data: Sold[] }).data;
      };
      const [products, prices] = [await ask('/v1/products'), await ask('/v1/prices')];
      return {
        names: Object.fromEntries(products.map(({ id, name }) => [id, name])),
        active: prices.filter(({ active }) => active).map(({ id }) => id),
      };
    };
    return { uid, read, save, settle, sold };
  }
  type Sold = { id: string; name: string; active: boolean };

  // Planted: the plans are brought once -> the product keeps the older name, which came last.
  test('saved by two processes at once stand at the provider as the later one saved them', async () => {
    const agency = await begin();
    const [first] = ok(await agency.save([basic])).updatedPlans as [Plan];
    const { productId } = first;
    await standIn.knob('failures', {
      ...{ when: 'before', answer: 'slow', delayMs: 1_500, times: 1, method: 'POST' },
      path: `/v1/products/${productId}`,
    });
    const earlier = agency.save([{ ...basic, productId, name: 'Earlier', credits: 6_000 }]);
    await until(agency.read, ({ plans }) => plans[0]?.name === 'Earlier');
    ok(await agency.save([{ ...basic, productId, name: 'Later', credits: 7_000 }], beside));
    // What stands by then is what they are told as well.
    expect(ok(await earlier).updatedPlans).toMatchObject([{ name: 'Later', credits: 7_000 }]);
    const [plan] = (await agency.read()).plans as [Plan];
    const { names, active } = await agency.sold();
    expect(names[productId]).toBe('Later');
    expect(plan.priceId).not.toBe('');
    expect(active).toEqual([plan.priceId]);
  });

  test('that eight save at once are sold at one price each, whoever was last', async () => {
    const agency = await begin();
    const [first] = ok(await agency.save([basic])).updatedPlans as [Plan];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        agency.save(
          [{ ...basic, productId: first.productId, name: `Plan ${at}`, credits: 5_000 + at }],
          at % 2 ? api : beside,
        ),
      ),
    );
    for (const { status } of answers) expect([200, 503]).toContain(status);
    // Two of them asked for one price at the same time: then it is not on sale, until it is saved again.
    const plans = (await agency.read()).plans as Plan[];
    const [plan] = ok(await agency.save(plans)).updatedPlans as [Plan];
    const { names, active } = await agency.sold();
    expect(names[plan.productId]).toBe(plan.name);
    expect(active).toEqual([plan.priceId]);
  });

  // Planted: without `demandPlanRoom` -> both are saved.
  test('and their prices are so many at the most that were ever sold; what is there can be saved on', async () => {
    const agency = await begin();
    const { agencyPlansEverMax, agencyPlanPricesEverMax } = limits;
    const [first] = ok(await agency.save([basic])).updatedPlans as [Plan];
    await database.unscoped.execute(sql`
      insert into agency_plans (id, workspace_uid, place, name, credits, features, is_popular, archived_at)
      select 'apl_old' || n, ${agency.uid}, 0, 'Old', 5000, '["x"]', false, now()
      from generate_series(1, ${agencyPlansEverMax - 1}::int) n`);
    const refused = await agency.save([first, { ...basic, name: 'One more' }]);
    expect(refused.body).toMatchObject({ code: 'too_large', message: expect.stringContaining('1000 plans') });
    expect((await agency.read()).plans).toMatchObject([{ name: 'Basic', priceId: first.priceId }]);
    await database.unscoped.execute(sql`
      insert into agency_plan_prices (account, price_id, workspace_uid, plan_id, credits, unit_amount, retired_at)
      select account, 'price_old' || n, workspace_uid, plan_id, 10000 + n, 1000 + n, now()
      from agency_plan_prices, generate_series(1, ${agencyPlanPricesEverMax - 1}::int) n where workspace_uid = ${agency.uid}`);
    for (const answer of [await agency.save([{ ...first, price: null, credits: 9_000 }]), await agency.settle(0.009)])
      expect(answer.body).toMatchObject({ code: 'too_large', message: expect.stringContaining('3000 prices') });
    expect(await agency.read()).toMatchObject({ USDPerToken: 0.003, plans: [{ credits: 5_000 }] });
    const [renamed] = ok(await agency.save([{ ...first, name: 'Renamed' }])).updatedPlans as [Plan];
    expect(renamed).toMatchObject({ name: 'Renamed', priceId: first.priceId });
  });
});
