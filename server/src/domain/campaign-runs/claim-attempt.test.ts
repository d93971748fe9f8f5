import { type CampaignId, newCallId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeCampaignWorld, seedLeads, zoneOfNoon } from '../../../test/factories/campaign-factory.ts';
import { amount } from '../../../test/harness/amounts.ts';
import { testSecretKey } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { makeSystemScope } from '../../db/make-scope.ts';
import { noteWord } from '../consents/change-consent.ts';
import { claimAttempt } from './campaign-runs.system.queries.ts';
import { finishAttempt } from './finish-attempt.ts';

const MINUTE = 20n * 1_000_000n;

describe.each(await openTestDatabases())('what a campaign may begin on $name', ({ database }) => {
  const systemScope = makeSystemScope('test');
  type World = Awaited<ReturnType<typeof makeCampaignWorld>>;
  const begin = ({ uid }: World, campaignId: CampaignId, now: Date | null) => {
    const id = newCallId();
    return database
      .transaction(systemScope, (tx) =>
        claimAttempt(tx, systemScope, {
          ...{ workspaceUid: uid, campaignId, id, turnId: `call:${id}:1`, now, month: '2026-11', lineMs: 60_000 },
          ...{ amountMicro: MINUTE, monthlyLimitMicro: null, expiresAt: new Date(Date.now() + 900_000) },
        }),
      )
      .then((answer) => ({ ...answer, id }));
  };
  /** One after the other, at a clock that goes on by more than a second each time; each is over before the next where `ends` says as what. */
  const beginAll = async (
    world: World,
    campaignId: CampaignId,
    most: number,
    { from = new Date(), ends = null }: { from?: Date; ends?: 'reached' | 'failed' | null } = {},
  ) => {
    const outcomes: string[] = [];
    for (let at = 0; at < most; at += 1) {
      const answer = await begin(world, campaignId, new Date(from.getTime() + at * 1_100));
      outcomes.push(answer.outcome);
      if (answer.outcome === 'begun' && ends)
        await finishAttempt({ database }, world.scope, answer.id, { outcome: ends });
      if (answer.outcome !== 'begun') break;
    }
    return outcomes;
  };
  const rows = async (query: ReturnType<typeof sql>) =>
    (await database.unscoped.execute<Record<string, never>>(query)).rows as Record<string, string | number | null>[];
  const stateOf = async (id: CampaignId) =>
    (await rows(sql`select state, paused_for, contacted from campaigns where id = ${id}`))[0];
  const tally = async (id: CampaignId) =>
    Object.fromEntries(
      (
        await rows(
          sql`select state, count(*)::int as n from campaign_recipients where campaign_id = ${id} group by state`,
        )
      ).map(({ state, n }) => [state, n]),
    );
  const setUp = async (
    count: number,
    {
      lines = 1_000,
      credits = 1_000_000,
      ...campaign
    }: Parameters<World['makeCampaign']>[0] & { lines?: number; credits?: number } = {},
  ) => {
    const world = await makeCampaignWorld(database, { lines, credits });
    const leads = await seedLeads(database, { ...world, count });
    const id = await world.makeCampaign(campaign);
    await world.take(id);
    return { world, id, leads };
  };

  test('of many who ask at once only so many begin as there are lines, less the one that stays free', async () => {
    const lines = 5;
    const { world, id } = await setUp(50, { lines });
    // The rate of the account is not what is looked at here.
    const from = Date.now();
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => begin(world, id, new Date(from + at * 1_100))));
    const begun = all.filter(({ outcome }) => outcome === 'begun').length;
    // Caught here: lines that the write does not look at.
    expect(begun).toBeLessThanOrEqual(lines - 1);
    await beginAll(world, id, 50, { from: new Date(from + 60_000) });
    const [open] = await rows(
      sql`select count(*)::int as n from campaign_attempts where campaign_id = ${id} and ended_at is null`,
    );
    expect(open?.n).toBe(lines - 1);
    const [use] = await rows(
      sql`select used::int from limit_uses where workspace_uid = ${world.uid} and key = 'maxConcurrentCalls'`,
    );
    expect(use?.used).toBe(lines - 1);
  });

  test('a cap is kept to the person, and pauses what is beyond it', { timeout: 600_000 }, async () => {
    const [people, cap] = [amount(10_000, 60), amount(1_000, 12)];
    const { world, id } = await setUp(people, { cap });
    const outcomes = await beginAll(world, id, people, { ends: 'reached' });
    // Caught here: a cap that the write does not look at.
    expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(cap);
    expect(await stateOf(id)).toMatchObject({ state: 'paused', paused_for: 'cap', contacted: cap });
    expect(await tally(id)).toEqual({ reached: cap, waiting: people - cap });
  });

  test('one second lies between two calls of an account, whichever campaign they are of', async () => {
    const { world, id } = await setUp(6);
    const other = await world.makeCampaign();
    await seedLeads(database, { ...world, count: 3, first: 5_000 });
    await world.take(other);
    const from = new Date();
    expect((await begin(world, id, from)).outcome).toBe('begun');
    expect((await begin(world, other, new Date(from.getTime() + 900))).outcome).toBe('rate');
    expect((await begin(world, other, new Date(from.getTime() + 1_100))).outcome).toBe('begun');
  });

  test('whoever said stop is not called from the commit on, and the campaign is whole without them', async () => {
    const { world, id, leads } = await setUp(5);
    const [first] = leads;
    await database.transaction(world.scope, (tx) =>
      noteWord({ secretKey: testSecretKey }, tx, world.scope, {
        ...{ channel: 'voice', address: first?.number ?? '', isGranted: false },
        given: { source: 'call', proof: '', givenAt: new Date(), recordedBy: 'caller' },
      }),
    );
    await beginAll(world, id, 10, { ends: 'reached' });
    const called = await rows(sql`select address from campaign_attempts where campaign_id = ${id}`);
    // Caught here: consent that is looked at when recipients are taken up.
    expect(called.map(({ address }) => address)).not.toContain(first?.number);
    expect(await tally(id)).toEqual({ reached: 4, opted_out: 1 });
    expect(await stateOf(id)).toMatchObject({ state: 'done' });
  });

  test('who agreed to nothing, has no number, or was reached by another campaign is passed over, and it says why', async () => {
    const world = await makeCampaignWorld(database);
    const leads = await seedLeads(database, { ...world, count: 6 });
    const at = (index: number) => leads[index] as (typeof leads)[number];
    await database.unscoped.execute(
      sql`delete from consents where workspace_uid = ${world.uid} and address = ${at(0).number}`,
    );
    await database.unscoped.execute(sql`update leads set phone = '' where id = ${at(1).id}`);
    await database.unscoped.execute(sql`update leads set phone = '911' where id = ${at(2).id}`);
    await database.unscoped.execute(sql`update leads set phone = ${at(3).number} where id = ${at(4).id}`);
    const earlier = await world.makeCampaign();
    await world.take(earlier);
    await database.unscoped.execute(sql`
      insert into campaign_attempts (id, workspace_uid, campaign_id, lead_id, agent_id, address, address_mark, account_id, state, begun_at, ended_at)
      select ${newCallId()}, ${world.uid}, ${earlier}, ${at(5).id}, ${world.agentId}, address, address_mark, 'AC', 'over', now() - interval '2 days', now()
      from consents where workspace_uid = ${world.uid} and channel = 'voice' and address = ${at(5).number}`);
    const id = await world.makeCampaign();
    await world.take(id);
    const found = await rows(sql`select lead_id, state, reason from campaign_recipients where campaign_id = ${id}`);
    const reasonOf = (index: number) => found.find((one) => one.lead_id === at(index).id)?.reason;
    expect([0, 1, 2, 5].map(reasonOf)).toEqual(['no_consent', 'no_number', 'not_callable', 'contacted']);
    // Of two with one number one is called, whichever was taken up first.
    expect([reasonOf(3), reasonOf(4)].sort()).toEqual(['duplicate', null]);
  });

  test('without credits it is paused, and nobody is under way', async () => {
    const { world, id } = await setUp(5, { credits: 45 });
    const outcomes = await beginAll(world, id, 5);
    expect(outcomes).toEqual(['begun', 'begun', 'paused']);
    expect(await stateOf(id)).toMatchObject({ state: 'paused', paused_for: 'credits' });
    expect(await tally(id)).toEqual({ under_way: 2, waiting: 3 });
  });

  test('ten failures of late pause it; three tries lie four hours apart', async () => {
    const { world, id } = await setUp(15);
    expect(await beginAll(world, id, 15, { ends: 'failed' })).toEqual([...Array(10).fill('begun'), 'paused']);
    expect(await stateOf(id)).toMatchObject({ paused_for: 'failures' });
    const one = await setUp(1);
    let now = new Date();
    const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
    const deps = { database, now: () => now };
    for (const tries of [1, 2, 3]) {
      const answer = await begin(one.world, one.id, now);
      expect(answer).toMatchObject({ outcome: 'begun', tries });
      await finishAttempt(deps, one.world.scope, answer.id, { outcome: 'no_answer' });
      expect((await begin(one.world, one.id, hours(3.9))).outcome).toBe(tries < 3 ? 'later' : 'done');
      now = hours(4.1);
      // It is the hour that is passed over here, not the day.
      await database.unscoped.execute(
        sql`update campaign_recipients set zones = ${`{${zoneOfNoon(now)}}`}::text[] where campaign_id = ${one.id}`,
      );
    }
    expect(await tally(one.id)).toEqual({ unanswered: 1 });
  });

  test('a message takes its number for a second a piece, and no line', async () => {
    const { world, id } = await setUp(3, { kind: 'sms', segments: 3, lines: 1 });
    const from = Date.now();
    const at = (ms: number) => begin(world, id, new Date(from + ms)).then(({ outcome }) => outcome);
    // Caught here: a rate that did not look at how long the message is.
    expect([await at(0), await at(2_900), await at(3_001)]).toEqual(['begun', 'rate', 'begun']);
    const calls = await world.makeCampaign();
    await seedLeads(database, { ...world, count: 1, first: 5_000 });
    await world.take(calls);
    await database.unscoped.execute(sql`update limit_uses set max = 2 where workspace_uid = ${world.uid}`);
    expect((await begin(world, calls, new Date(from + 3_100))).outcome).toBe('begun');
  });

  test.each([
    [sql`state = 'token_dead'`, 'paused', 'token'],
    [sql`state = 'paused'`, 'paused', 'number'],
    [sql`is_simulated = true`, 'paused', 'number'],
    [sql`quiet_until = now() + interval '1 minute'`, 'rate', null],
  ])('a number that cannot be written from begins nothing', async (change, outcome, reason) => {
    const { world, id } = await setUp(1, { kind: 'sms' });
    await database.unscoped.execute(sql`update channel_connections set ${change} where id = ${world.connectionId}`);
    expect((await begin(world, id, new Date())).outcome).toBe(outcome);
    expect((await stateOf(id))?.paused_for).toBe(reason);
  });

  test('consent to be called is none to be written to, and who said stop at the number before is off', async () => {
    const { world, id, leads } = await setUp(3, { kind: 'sms' });
    const [called, stopped, other] = leads.map((one) => one.number) as [string, string, string];
    await database.unscoped.execute(
      sql`delete from consents where workspace_uid = ${world.uid} and channel = 'sms' and address = ${called}`,
    );
    await database.unscoped.execute(sql`
      insert into channel_threads (id, workspace_uid, connection_id, thread, is_reachable)
      values (${`thr_${id}`}, ${world.uid}, ${world.connectionId}, ${stopped}, false)`);
    const answer = await begin(world, id, new Date());
    expect(answer).toMatchObject({ outcome: 'begun', address: other });
    await begin(world, id, new Date(Date.now() + 2_000));
    expect(await tally(id)).toEqual({ under_way: 1, skipped: 1, opted_out: 1 });
  });

  test('a campaign that was stopped, paused or not said yes to begins nothing', async () => {
    for (const change of [
      sql`state = 'stopped'`,
      sql`state = 'paused'`,
      sql`approved_at = null`,
      sql`taken_at = null`,
    ]) {
      const { world, id } = await setUp(1);
      await database.unscoped.execute(sql`update campaigns set ${change} where id = ${id}`);
      expect((await begin(world, id, null)).outcome).toBe('state');
    }
  });
});
