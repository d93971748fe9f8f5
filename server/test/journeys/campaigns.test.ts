import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { EVERY_DAY, seedLeads } from '../factories/campaign-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import type { RelayCall } from '../harness/relay-call.ts';
import { makeCallers } from '../harness/relay-callers.ts';
import { startRelayServer } from '../harness/relay-server.ts';

const PUBLIC_URL = 'https://app.example.test';
const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

describe.each(await openJourneyDatabases())('campaigns of calls on $name', async ({ database }) => {
  let origin = '';
  const reach = (url: string) =>
    url.replace(PUBLIC_URL, origin).replace(PUBLIC_URL.replace('https', 'wss'), origin.replace('http', 'ws'));
  const twilio = await startRelayServer();
  const callers = makeCallers(twilio, { reach });
  const api = await startTestApi(database, { PUBLIC_URL, TWILIO_API_URL: twilio.url });
  origin = api.origin;
  afterAll(async () => {
    callers.stop();
    await api.stop();
    await twilio.close();
  });
  const { owner, agentId } = await makeChannelWorld(api, database);
  const { uid } = owner;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const number = twilio.addNumber();
  const account = { accountSid: number.account.sid, authToken: number.account.token };
  const { id: phoneNumberId } = ok(
    await call('POST', `/v2/workspaces/${uid}/phone-numbers`, { account, number: number.number, agentId }),
  );
  await database.unscoped.execute(
    sql`update limit_uses set max = 500 where workspace_uid = ${uid} and key = 'maxConcurrentCalls'`,
  );
  const base = `/v2/agents/${agentId}/campaigns`;
  let last = 0;
  const makeCampaign = async (count: number, more: object = {}) => {
    const name = `Spring ${crypto.randomUUID()}`;
    const { id: groupId } = ok(await call('POST', `/v2/agents/${agentId}/leads/groups`, { name: name.slice(0, 50) }));
    const leads = await seedLeads(database, { uid, agentId, groupId: groupId as string, count, first: last + 1 });
    last += count;
    const text = 'This is the Harbour bicycle shop. Your bicycle is ready.';
    const given = { kind: 'call', name: 'Spring', phoneNumberId, groupIds: [groupId], text, ...EVERY_DAY, ...more };
    const { id } = ok(await call('POST', base, given));
    return { id: id as string, leads, groupId: groupId as string };
  };
  const read = async (id: string) => ok(await call('GET', `${base}/${id}`));
  const dialedTo = (to: string) => twilio.dialed.filter((one) => one.to === to);
  const rings = (to: string, withinMs = 20_000) =>
    until(
      async () => dialedTo(to).at(-1),
      (one) => one !== undefined,
      withinMs,
    ).then((one) => one as NonNullable<typeof one>);
  const untilHeard = (one: RelayCall, words: string) =>
    until(
      async () => one.heard(),
      (heard) => bare(heard).includes(bare(words)),
    );
  const untilIs = (id: string, is: (campaign: { counts: Record<string, number>; state: string }) => boolean) =>
    until(
      () => read(id),
      (campaign) => is(campaign as never),
      20_000,
    );

  test('of three leads one answers, one is a machine, and one says that they are not to be called', {
    timeout: 90_000,
  }, async () => {
    const { id, leads } = await makeCampaign(3);
    ok(await call('POST', `${base}/${id}/start`));
    const byNumber = async (index: number) => rings((leads[index] as { number: string }).number);

    const answered = await callers.takeUp(await byNumber(0));
    await untilHeard(answered, 'Your bicycle is ready');
    // What it is, and the way out, are said to whoever is called.
    await untilHeard(answered, 'say "stop calling" or press 9');
    await answered.says('What does an electric bike cost?');
    await untilHeard(answered, 'An electric bike costs 28 euros a day.');
    answered.hangUp();
    await answered.tellStatus('completed');

    const machine = await callers.takeUp(await byNumber(1));
    await machine.tellAnsweredBy('machine_start');
    await until(
      async () => machine.state(),
      (state) => state === 'completed',
    );
    await machine.tellStatus('completed');

    const stops = await callers.takeUp(await byNumber(2));
    await untilHeard(stops, 'Your bicycle is ready');
    await stops.says('Stop calling me.');
    await untilHeard(stops, 'We will not call this number again');
    await until(
      async () => stops.state(),
      (state) => state === 'completed',
      20_000,
    );
    await stops.tellStatus('completed');

    const campaign = await untilIs(id, ({ counts }) => counts.under_way === 0);
    // A machine is tried again later.
    expect(campaign.counts).toMatchObject({ reached: 1, waiting: 1, opted_out: 1, failed: 0 });
    const { rows } = await database.unscoped.execute<Record<string, string>>(sql`
      select c.caller, c.channel, c.state, c.seconds, l.lead_id from calls c
      join lead_conversations l on l.conversation_id = c.conversation_id where c.caller = ${leads[0]?.number}`);
    expect(rows).toEqual([expect.objectContaining({ channel: 'phone', state: 'ended', lead_id: leads[0]?.id })]);
    const { rows: held } = await database.unscoped.execute<{ n: number }>(
      sql`select count(*)::int as n from credit_holds where workspace_uid = ${uid} and state = 'held'`,
    );
    expect(held[0]?.n).toBe(0);
    for (const { number: to } of leads) expect(dialedTo(to)).toHaveLength(1);
    ok(await call('POST', `${base}/${id}/stop`));
  });

  test('the key 9 takes somebody off, and no other campaign calls them', { timeout: 60_000 }, async () => {
    const { id, leads, groupId } = await makeCampaign(1);
    ok(await call('POST', `${base}/${id}/start`));
    const { number: to } = leads[0] as { number: string };
    const one = await callers.takeUp(await rings(to));
    await untilHeard(one, 'Your bicycle is ready');
    await one.presses('9');
    await untilHeard(one, 'We will not call this number again');
    await until(
      async () => one.state(),
      (state) => state === 'completed',
      20_000,
    );
    await one.tellStatus('completed');
    await untilIs(id, ({ state }) => state === 'done');
    const other = await makeCampaign(0, { groupIds: [groupId] });
    ok(await call('POST', `${base}/${other.id}/start`));
    const done = await untilIs(other.id, ({ state }) => state === 'done');
    expect(done.skipped).toMatchObject({ opted_out: 1 });
    expect(dialedTo(to)).toHaveLength(1);
  });

  test('each of whom the provider was asked for rings once, although it did not say so', {
    timeout: 600_000,
  }, async () => {
    const count = amount(100, 6);
    const { id, leads } = await makeCampaign(count);
    twilio.next('reset', { on: /^POST Calls\.json$/, times: count });
    ok(await call('POST', `${base}/${id}/start`));
    // One a second, in the order of their ids.
    for (const { number: to } of leads) await rings(to, (count + 20) * 2_000);
    // The provider's own list says that it was made, and its callbacks what became of it.
    await database.unscoped.execute(
      sql`update campaign_attempts set begun_at = begun_at - interval '25 seconds' where campaign_id = ${id}`,
    );
    for (const { number: to } of leads) await callers.ringing(dialedTo(to)[0] as never).tellStatus('no-answer');
    const campaign = await untilIs(id, ({ counts }) => counts.under_way === 0);
    // Caught here: a call that is asked for again when no answer came.
    expect(leads.map(({ number: to }) => dialedTo(to).length)).toEqual(leads.map(() => 1));
    expect(campaign.counts).toMatchObject({ waiting: count });
    ok(await call('POST', `${base}/${id}/stop`));
  });

  test('a dead token pauses it after one call', { timeout: 30_000 }, async () => {
    const { id } = await makeCampaign(3);
    const before = twilio.requests.filter(({ path, method }) => method === 'POST' && path === 'Calls.json').length;
    const { token } = number.account;
    number.account.token = 'f'.repeat(32);
    ok(await call('POST', `${base}/${id}/start`));
    const campaign = await untilIs(id, ({ state, counts }) => state === 'paused' && counts.under_way === 0);
    number.account.token = token;
    expect(campaign).toMatchObject({ pausedFor: 'token', underWay: 0, counts: { waiting: 3 } });
    const asked = twilio.requests.filter(({ path, method }) => method === 'POST' && path === 'Calls.json').length;
    expect(asked - before).toBe(1);
  });
});
