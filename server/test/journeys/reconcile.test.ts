import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/domain/payment-events/reconcile.ts';
import { ok } from '../factories/api-factory.ts';
import { makePayingOwner } from '../factories/buyer-factory.ts';
import { EVENT_SECRETS, paymentEnvironment, paymentsOf, settleDeps } from '../factories/payer-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';

const standIn = await startPaymentsStandIn();
afterAll(() => standIn.stop());

describe.each(await openJourneyDatabases())('what we were not told of, on $name', async ({ database }) => {
  const api = await startTestApi(database, paymentEnvironment(standIn));
  afterAll(() => api.stop());
  const deps = { ...settleDeps(database), payments: paymentsOf(standIn) };

  test('is found by looking: a renewal without its events, and what was changed here', async () => {
    const url = `${api.origin}/api/na/stripe/events/platform`;
    await standIn.knob('endpoints', { kind: 'platform', url, secret: EVENT_SECRETS.platform[0] ?? '', isOnly: true });
    const buyer = await makePayingOwner({ api, standIn, database });
    const body = { userId: buyer.uid, region: 'na', planId: 'pay_as_you_go' };
    ok(await api.call('POST', '/stripe/create-subscription', { caller: buyer.key, body }));
    const balance = async () =>
      ok(await api.call('GET', `/v2/workspaces/${buyer.uid}/billing`, { caller: buyer.key })).loadTokens;
    const before = await balance();
    await standIn.knob('deliveries', { drop: 1_000 });
    await standIn.knob('clock', { advance: 31.1 * 86_400 });
    await database.unscoped.execute(
      sql`update subscriptions set status = 'past_due' where workspace_uid = ${buyer.uid}`,
    );
    expect(await balance()).toBe(before);
    expect((await reconcile(deps)).length).toBeGreaterThan(2);
    await until(balance, (credits) => credits === before + 5_000, 20_000);
    const plan = () => api.call('GET', `/v2/workspaces/${buyer.uid}/subscription`, { caller: buyer.key });
    await until(plan, (answer) => answer.body.status === 'active', 20_000);
    // Once more it is the same.
    await reconcile(deps);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await balance()).toBe(before + 5_000);
  }, 300_000);
});
