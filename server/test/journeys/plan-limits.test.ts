import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import type { PlanChange } from '../../src/domain/entitlements/entitlements.queries.ts';
import { refreshLimits } from '../../src/domain/entitlements/refresh-limits.ts';
import { setPlan } from '../../src/domain/entitlements/set-plan.ts';
import { addText, type Owner, ok, signUp } from '../factories/api-factory.ts';
import { makeAgency, startClientSession } from '../factories/client-factory.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { joinDirectly } from '../factories/people.ts';
import { amount } from '../harness/amounts.ts';
import { callerHeaders, startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';
import { runParallel } from '../ledger/ledger-load.ts';

describe.each(await openJourneyDatabases())('what a plan allows, on $name', async ({ database }) => {
  // Nobody pays here; that something could be bought is what makes plans count.
  const api = await startTestApi(database, paymentEnvironment({ url: 'http://127.0.0.1:9' } as PaymentsStandIn));
  afterAll(() => api.stop());
  let owner: Owner;
  beforeEach(async () => {
    owner = await signUp(api);
  });
  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const make = () => call('POST', `/v2/workspaces/${owner.uid}/agents`, { title: 'Shop' });
  const limitsNow = async (of = owner) => {
    const { limits, ...plan } = ok(await api.call('GET', `/v2/workspaces/${of.uid}/limits`, { caller: of.key }));
    const found = limits.map(({ key, used, max }: { key: string; used: number; max: number }) => [key, [used, max]]);
    return { ...plan, ...Object.fromEntries(found) };
  };
  const change = (plan: PlanChange, now = new Date()) => {
    const scope = makeScope(owner.uid as WorkspaceUid);
    return database.transaction(scope, (tx) => setPlan({ sellsPlans: true }, tx, scope, plan, now));
  };
  /** What is counted, beside what is there. */
  const miscounted = async () =>
    (
      (await database.unscoped.execute(sql`
        with there (workspace_uid, key, n) as (
          select workspace_uid, 'workspaceSeats', count(*) from workspace_members group by 1
          union all select workspace_uid, 'clientSeats', count(*) from clients group by 1
          union all select workspace_uid, 'maxAgents', count(*) from agents where deleted_at is null group by 1
          union all select workspace_uid, 'maxKbDocsCharCount', sum(chars) from knowledge_documents
            where kind not in ('sitemap', 'crawl') group by 1)
        select workspace_uid, key, used, n from limit_uses full join there using (workspace_uid, key)
        where coalesce(used, 0) <> coalesce(n, 0)`)) as unknown as { rows: object[] }
    ).rows;

  test('a new workspace is on Free: its owner has a seat', async () => {
    expect(await limitsNow()).toEqual({
      planKey: 'free',
      trialEndsAt: null,
      maxAgents: [0, 5],
      clientSeats: [0, 2],
      workspaceSeats: [1, 3],
      maxConcurrentCalls: [0, 2],
      maxKbDocsCharCount: [0, 2_000_000],
      twilioPhoneNumberSlots: [0, 1],
    });
  });

  test('of any number who make agents at once so many as the plan allows succeed; on a smaller one nobody', async () => {
    await change({ planKey: 'pay_as_you_go', custom: { maxAgents: amount(0, -90) } });
    const most = amount(100, 10);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callerHeaders(owner.key) },
      body: JSON.stringify({ title: 'Shop' }),
    };
    const statuses: number[] = [];
    await runParallel(Array.from({ length: amount(3_000, 40) }), amount(100, 40), async () => {
      statuses.push((await api.callDirectly(`/v2/workspaces/${owner.uid}/agents`, init)).status);
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(most);
    expect(statuses.filter((status) => status === 402)).toHaveLength(statuses.length - most);
    await change({ planKey: 'free', custom: {} });
    expect((await Promise.all(Array.from({ length: 10 }, make))).map(({ status }) => status)).toEqual(
      Array(10).fill(402),
    );
  }, 600_000);

  test('of twenty agents at once five are made; one in the trash leaves room, which is demanded to bring it back', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 402, body: { code: 'plan_limit_reached' } });
    expect(refused?.body.message).toBe('Your plan allows 5 agents. Delete one, or upgrade your plan.');
    const [agent] = answers.flatMap(({ status, body }) => (status === 201 ? [body.ID] : []));
    expect((await call('POST', `/v2/agents/${agent}/duplicate`, {})).status).toBe(402);
    ok(await call('DELETE', `/v2/agents/${agent}`));
    expect((await limitsNow()).maxAgents).toEqual([4, 5]);
    expect((await make()).status).toBe(201);
    expect((await call('POST', `/v2/agents/${agent}/restore`, {})).body).toMatchObject({ code: 'plan_limit_reached' });
    await change({ planKey: 'pay_as_you_go' });
    ok(await call('POST', `/v2/agents/${agent}/restore`, {}));
    expect(await limitsNow()).toMatchObject({ planKey: 'pay_as_you_go', maxAgents: [6, 100], clientSeats: [0, 5] });
    expect(await miscounted()).toEqual([]);
  });

  test('a smaller plan deletes nothing and lets nothing be added, until there is room again', async () => {
    await change({ planKey: 'pay_as_you_go' });
    const agents = (await Promise.all(Array.from({ length: 7 }, make))).map(({ body }) => body.ID);
    await change({ planKey: 'free' });
    expect((await limitsNow()).maxAgents).toEqual([7, 5]);
    const over = sql`select over_since from limit_uses where workspace_uid = ${owner.uid} and key = 'maxAgents'`;
    const overSince = async () =>
      ((await database.unscoped.execute(over)) as unknown as { rows: { over_since: unknown }[] }).rows[0]?.over_since;
    expect(await overSince()).not.toBeNull();
    expect((await make()).status).toBe(402);
    for (const agent of agents.slice(0, 2)) ok(await call('DELETE', `/v2/agents/${agent}`));
    expect(await overSince()).toBeNull();
    expect((await make()).status).toBe(402);
    ok(await call('DELETE', `/v2/agents/${agents[2]}`));
    expect((await make()).status).toBe(201);
  });

  test('seats of clients: the agency is told of its plan, its clients are not; an org that goes gives them back', async () => {
    const agency = await makeAgency(api, owner);
    const add = (n: number, more = {}) =>
      call('POST', `/v2/workspaces/${owner.uid}/orgs/${agency.orgId}/clients`, {
        ...{ name: 'Pat', email: `pat${n}@example.com`, dashboardPassword: 'a-new-password', ...more },
      });
    // The trial counts as the paid plan.
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, n) => add(n, { isOrgAdmin: true, widgetIDs: [agency.agentId] })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = made.find(({ status }) => status === 402);
    expect(refused?.body.message).toBe('Your plan has 5 client seats. Remove a client, or add seats to your plan.');
    const clientId = made.find(({ status }) => status === 201)?.body.ID;
    const caller = await startClientSession(api, { uid: owner.uid, clientId });
    const user = { name: 'Sam', email: 'sam@example.com', dashboardPassword: 'a-new-password' };
    const byClient = await api.call('POST', '/client/org/users', { caller, body: user });
    expect(byClient).toMatchObject({ status: 402, body: { code: 'plan_limit_reached' } });
    expect(byClient.body.message).toBe('There is no room for more here at the moment. Please contact your provider.');
    await change({ addons: { client_seat: 1 } });
    ok(await api.call('POST', '/client/org/users', { caller, body: user }));
    expect((await limitsNow()).clientSeats).toEqual([6, 6]);
    ok(await call('DELETE', `/v2/workspaces/${owner.uid}/orgs/${agency.orgId}`));
    expect((await limitsNow()).clientSeats).toEqual([0, 6]);
    expect(await miscounted()).toEqual([]);
  });

  test('text beyond what the plan allows is not taken in, and says so where it stands', async () => {
    const { ID: agent } = ok(await make());
    const first = await addText(api, owner, agent, 'Prices', 'A city bike costs 12 euros a day. '.repeat(20));
    const { maxKbDocsCharCount } = await limitsNow();
    expect(maxKbDocsCharCount[0]).toBeGreaterThan(500);
    await change({ custom: { maxKbDocsCharCount: maxKbDocsCharCount[0] + 100 - 2_000_000 } });
    const body = { kind: 'text', title: 'Tours', text: 'A tour along the coast takes three hours. '.repeat(10) };
    const { id } = ok(await call('POST', `/v2/agents/${agent}/knowledge`, body));
    const read = () => call('GET', `/v2/agents/${agent}/knowledge/${id}`);
    const failed = await until(read, ({ body: found }) => found.state === 'ERROR');
    expect(failed.body.stateReason).toMatch(/^Your plan allows [\d,]+ characters of knowledge\./);
    expect((await limitsNow()).maxKbDocsCharCount[0]).toBe(maxKbDocsCharCount[0]);
    ok(await call('DELETE', `/v2/agents/${agent}/knowledge/${first}`));
    ok(await call('POST', `/v2/agents/${agent}/knowledge/${id}/refresh`, {}));
    await until(read, ({ body: found }) => found.state === 'SUCCESS');
    expect(await miscounted()).toEqual([]);
  });

  test('limits follow the clock and a new release, a workspace at a time', async () => {
    await makeAgency(api, owner);
    const { planKey, trialEndsAt, maxAgents } = await limitsNow();
    expect([planKey, maxAgents]).toEqual(['pay_as_you_go', [1, 100]]);
    const run = (now: Date) =>
      refreshLimits({ database, sellsPlans: true }, testSystemScope, (uid) => makeScope(uid as WorkspaceUid), now);
    await run(new Date((trialEndsAt - 60) * 1_000));
    expect((await limitsNow()).maxAgents).toEqual([1, 100]);
    await run(new Date((trialEndsAt + 60) * 1_000));
    expect((await limitsNow()).maxAgents).toEqual([1, 5]);
    const stale = await signUp(api);
    await database.unscoped.execute(
      sql`update workspace_plans set terms = 'before' where workspace_uid = ${stale.uid}`,
    );
    await database.unscoped.execute(sql`update limit_uses set max = 1 where workspace_uid = ${stale.uid}`);
    await run(new Date());
    expect((await limitsNow(stale)).maxAgents).toEqual([0, 5]);
  });

  test('whatever joins or leaves by another way is counted', async () => {
    await joinDirectly(database, owner.uid as WorkspaceUid);
    expect((await limitsNow()).workspaceSeats).toEqual([2, 3]);
    ok(await call('POST', `/v2/workspaces/${owner.uid}/demo`, {}));
    ok(await call('DELETE', `/v2/workspaces/${owner.uid}/demo`));
    expect(await miscounted()).toEqual([]);
  });
});
