import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import type { PlanChange } from '../../src/domain/entitlements/entitlements.queries.ts';
import { setPlan } from '../../src/domain/entitlements/set-plan.ts';
import { pauseOver } from '../../src/domain/paused-agents/pause-over.ts';
import {
  addText,
  createAgent,
  getUsage,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
} from '../factories/api-factory.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { auditOf } from '../factories/people.ts';
import { inbox, joinAsOperator } from '../factories/takeover-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';

const DAY_MS = 86_400_000;

describe.each(await openJourneyDatabases())('agents over the plan, on $name', async ({ database }) => {
  // Nobody pays here; that something could be bought is what makes plans count.
  const api = await startTestApi(database, paymentEnvironment({ url: 'http://127.0.0.1:9' } as PaymentsStandIn));
  afterAll(() => api.stop());
  let owner: Owner;
  /** The oldest first. */
  let agents: string[];

  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const change = (plan: PlanChange) => {
    const scope = makeScope(owner.uid as WorkspaceUid);
    return database.transaction(scope, (tx) => setPlan({ sellsPlans: true }, tx, scope, plan));
  };
  const nightOf = (days: number) =>
    pauseOver(
      { database },
      testSystemScope,
      (uid) => makeScope(uid as WorkspaceUid),
      new Date(Date.now() + days * DAY_MS),
    );
  const read = async () => ok(await call('GET', `/v2/workspaces/${owner.uid}/paused-agents`));
  const paused = async (): Promise<number[]> =>
    (await read()).items.map(({ ID }: { ID: string }) => agents.indexOf(ID)).toSorted();
  const swap = (resume: number, pause: number) =>
    call('POST', `/v2/workspaces/${owner.uid}/paused-agents/swap`, { resume: agents[resume], pause: agents[pause] });

  /** On the paid plan with eight agents, of which Free allows five. */
  beforeEach(async () => {
    owner = await signUp(api);
    await change({ planKey: 'pay_as_you_go' });
    agents = [];
    for (let at = 0; at < 8; at++) agents.push(await createAgent(api, owner));
    await database.unscoped.execute(
      sql`update agents set created_at = now() - interval '1 day' * array_position(array[${sql.join(
        agents.toReversed().map((id) => sql`${id}`),
        sql`, `,
      )}], id) where workspace_uid = ${owner.uid}`,
    );
    await change({ planKey: 'free' });
  });

  test('14 days long everything answers; then the newest are paused, in whichever process and however often', async () => {
    const before = await read();
    expect(before).toMatchObject({ over: 3, items: [] });
    expect(before.pausesAt * 1_000 - Date.now()).toBeCloseTo(14 * DAY_MS, -5);
    await nightOf(13.9);
    expect(await paused()).toEqual([]);
    await Promise.all([nightOf(14.1), nightOf(14.1), nightOf(14.1)]);
    await nightOf(15);
    expect(await paused()).toEqual([5, 6, 7]);
    expect((await read()).items.map(({ ID }: { ID: string }) => ID)).toEqual(agents.slice(5).toReversed());
  });

  test('no more than are over are paused, however the database looks for them', async () => {
    const scope = makeScope(owner.uid as WorkspaceUid);
    const changed = await database.transaction(scope, async (tx) => {
      for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'seqscan'])
        await tx.execute(sql`select set_config(${`enable_${way}`}, 'off', true)`);
      const inTwoWeeks = new Date(Date.now() + DAY_MS).toISOString();
      return tx.execute(sql`select settle_paused_agents(${owner.uid}, ${inTwoWeeks}::timestamptz) as n`);
    });
    expect(changed.rows).toEqual([{ n: 3 }]);
    expect(await paused()).toEqual([5, 6, 7]);
  });

  test('members stay, however many more there are than seats', async () => {
    const uid = owner.uid as WorkspaceUid;
    for (let at = 0; at < 4; at++) await joinAsOperator(api, database, uid);
    await nightOf(30);
    const { rows } = await database.unscoped.execute(
      sql`select count(*)::int as n from workspace_members where workspace_uid = ${uid}`,
    );
    expect(rows).toEqual([{ n: 5 }]);
  });

  test('a paused agent says the kind sentence and costs nothing; whoever asks gets a person; its owner may still try it', async () => {
    const [last] = agents.slice(-1);
    const documentId = await addText(api, owner, last!, 'Prices', 'An electric bike costs 28 euros a day.');
    await untilRead(api, owner, last!, documentId);
    await publish(api, owner, last!);
    await nightOf(15);
    const chat = await startChat(api, last!);
    ok(await send(api, chat, 'What does an electric bike cost?'));
    expect((await settledMessages(api, owner, chat)).at(-1)).toMatchObject({
      state: 'failed',
      text: 'I cannot answer at the moment. Leave your email address and a person will write to you.',
    });
    const desk = inbox(api, owner.uid, await joinAsOperator(api, database, owner.uid));
    await desk.online();
    ok(await send(api, chat, 'I want to talk to a person'));
    expect((await settledMessages(api, owner, chat)).at(-1)).toMatchObject({
      text: 'Of course. I am connecting you with a person.',
    });
    expect((await getUsage(api, owner)).items.map(({ featureKey }) => featureKey)).not.toContain('text_turn');

    ok(await swap(7, 0));
    const other = await startChat(api, last!);
    ok(await send(api, other, 'What does an electric bike cost?'));
    expect((await settledMessages(api, owner, other)).at(-1)).toMatchObject({ state: 'complete' });
  });

  test('the owner swaps which are paused, and the next night leaves it so', async () => {
    await nightOf(15);
    ok(await swap(7, 0));
    ok(await swap(7, 0));
    expect(await paused()).toEqual([0, 5, 6]);
    await nightOf(16);
    expect(await paused()).toEqual([0, 5, 6]);
    expect((await swap(7, 1)).body).toMatchObject({ code: 'conflict' });
    expect((await swap(5, 6)).body).toMatchObject({ code: 'conflict' });
    expect(
      (await auditOf(database, owner.uid as WorkspaceUid)).filter((entry) => entry.startsWith('agent.resume')),
    ).toHaveLength(1);
    const reader = await joinAsOperator(api, database, owner.uid);
    const body = { resume: agents[5], pause: agents[7] };
    const path = `/v2/workspaces/${owner.uid}/paused-agents/swap`;
    expect((await api.call('POST', path, { caller: reader.caller, body })).status).toBe(403);
  });

  test('what fits answers again at once: a deleted agent lets one, a larger plan all of them', async () => {
    await nightOf(15);
    ok(await call('DELETE', `/v2/agents/${agents[0]}`));
    expect(await paused()).toEqual([6, 7]);
    ok(await call('DELETE', `/v2/agents/${agents[7]}`));
    expect(await paused()).toEqual([6]);
    await change({ custom: { maxAgents: 1 } });
    expect(await read()).toEqual({ over: 0, pausesAt: null, items: [] });
  });

  test('a deletion and a night that meet leave as many paused as are over', async () => {
    await nightOf(15);
    await Promise.all([
      nightOf(15),
      ...[1, 2].map((at) => call('DELETE', `/v2/agents/${agents[at]}`)),
      swap(7, 0),
      nightOf(15),
    ]);
    await nightOf(16);
    expect((await paused()).length).toBe(1);
    expect((await read()).over).toBe(1);
  });
});
