import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { bare, makePhoneWorld, newCaller } from '../factories/phone-world.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { makeCallers } from '../harness/relay-callers.ts';
import { startRelayServer } from '../harness/relay-server.ts';

const PUBLIC_URL = 'https://app.example.test';
const TARGET = '+12025550177';
const BIKE = 'What does an electric bike cost?';
const PERSON = 'I want to talk to a person';

describe.each(await openJourneyDatabases())('callers are put through, on $name', async ({ database }) => {
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
  const world = await makeChannelWorld(api, database);
  const { owner, agentId, olga } = world;
  const phone = makePhoneWorld(api, { database, twilio, owner, agentId });
  const { callOf, imported, listed, told, transfer, untilHeard, untilRung, untilState } = phone;
  await database.unscoped.execute(
    sql`update limit_uses set max = null where workspace_uid = ${owner.uid} and key = 'maxConcurrentCalls'`,
  );
  const begun = async (more: object = { transferTo: TARGET }) => {
    const number = await imported(more);
    const from = newCaller();
    const one = await callers.call(number, from);
    await until(
      async () => one.heard(),
      (heard) => heard !== '',
    );
    return { number, from, one };
  };

  test('by whoever looks on: nobody answers and the agent goes on, somebody answers and nothing more is charged', async () => {
    const { number, from, one } = await begun();
    await one.says(BIKE);
    await untilHeard(one, 'euros a day');
    expect(await listed(from)).toMatchObject({ state: 'live', canTransfer: true, transferredTo: '' });
    // A whole second of it at least.
    await wait(1_100);
    ok(await transfer(from));
    await untilRung(one);
    expect(bare(one.heard())).toMatch(/iamputtingyouthrough$/);
    expect(one.seen.forwards).toMatchObject([{ to: TARGET, from: number.number, seconds: 25 }]);
    expect(await listed(from)).toMatchObject({ state: 'transferring', canTransfer: false, transferredTo: TARGET });
    const ringing = await callOf(from);
    await wait(2_200);
    await one.forwarded('no-answer');
    await untilHeard(one, 'nobody answers right now');
    await one.says('And what does it cost for a child, an electric bike?');
    await until(
      () => phone.said(from),
      (all) => all.at(-1)?.role === 'agent' && all.at(-2)?.text.includes('child') === true,
    );
    ok(await transfer(from));
    await untilRung(one, 2);
    const parted = await callOf(from);
    const talkedUntil = Date.now();
    await wait(1_500);
    await one.taken();
    const ended = await untilState(from, 'ended');
    expect(ended).toMatchObject({ end_reason: 'transferred', seconds: parted.seconds, transfers: 2 });
    // The 3.7 seconds that it rang are free.
    expect(Number(ended.seconds)).toBeGreaterThanOrEqual(Number(ringing.seconds));
    expect(Number(ringing.seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(ended.seconds)).toBeLessThanOrEqual(
      (talkedUntil - Date.parse(ended.started_at as string)) / 1_000 - 2.2,
    );
    expect(Number(ended.credits_micro)).toBe(Number(ended.seconds) * 333_333);
    expect(await phone.heldFor(ended.id as string)).toEqual([]);
    await one.forwarded('completed');
    expect([one.state(), one.seen.errors]).toEqual(['completed', []]);
    const states = (await told(from)).filter((state, at, all) => state !== all[at - 1]);
    expect(states).toEqual(['live', 'transferring', 'live', 'transferring', 'ended']);
    expect(await listed(from)).toMatchObject({ state: 'ended', endReason: 'transferred', canTransfer: false });
  });

  test('who asks for a person while none is in the inbox is put through, and answered again where nobody takes it', async () => {
    const { from, one } = await begun();
    await one.says(PERSON);
    await untilRung(one);
    expect(one.seen.forwards).toMatchObject([{ to: TARGET }]);
    await one.forwarded('busy');
    await untilHeard(one, 'you can go on with me');
    await one.says(BIKE);
    await untilHeard(one, 'euros a day');
    one.hangUp();
    expect(await untilState(from, 'ended')).toMatchObject({ end_reason: 'caller' });
  });

  test('where the number says so, at once, and not once somebody in the inbox had time', async () => {
    await olga.online();
    const { from, one } = await begun({ transferTo: TARGET, transfersAtOnce: true });
    await one.says(PERSON);
    await untilRung(one);
    await one.forwarded('failed');
    await untilHeard(one, 'you can go on with me');
    // Nobody is waited for any more: the agent answers.
    await one.says(BIKE);
    await untilHeard(one, 'euros a day');
    one.hangUp();
    await untilState(from, 'ended');
    await olga.online('offline');
  });

  test('who hangs up while it rings pays nothing for it', async () => {
    const { from, one } = await begun();
    ok(await transfer(from));
    await untilRung(one);
    const { seconds } = await callOf(from);
    await wait(1_200);
    one.hangUp();
    await one.forwarded('no-answer');
    expect(await untilState(from, 'ended')).toMatchObject({ end_reason: 'caller', seconds });
  });

  test('to nobody where the number names nobody, nor while it rings, nor a fourth time', async () => {
    const { number, from, one } = await begun({});
    expect((await transfer(from)).body.code).toBe('conflict');
    await one.says(PERSON);
    await until(
      () => phone.said(from),
      (all) => all.at(-1)?.role === 'agent' && all.length > 2,
    );
    expect(one.seen.forwards).toEqual([]);
    one.hangUp();
    await untilState(from, 'ended');
    const again = await begun({ transferTo: TARGET });
    for (let times = 1; times <= 3; times += 1) {
      ok(await transfer(again.from));
      await untilRung(again.one, times);
      expect((await transfer(again.from)).body.code).toBe('conflict');
      await again.one.forwarded('no-answer');
      await untilState(again.from, 'live');
    }
    expect((await transfer(again.from)).body.code).toBe('conflict');
    again.one.hangUp();
    await untilState(again.from, 'ended');
    expect((await transfer(again.from)).body.code).toBe('conflict');
    expect(number.number).not.toBe(TARGET);
  });

  test('to nobody whose number was taken away meanwhile: the agent goes on', async () => {
    const { number, from, one } = await begun();
    ok(await phone.call('POST', `${phone.numbers}/${number.id}`, { agentId, transferTo: '' }));
    // Told by a process that had still seen it.
    await database.unscoped.execute(sql`update phone_numbers set transfer_to = '+19005551234' where id = ${number.id}`);
    expect((await transfer(from)).body.code).toBe('conflict');
    await database.unscoped.execute(sql`update phone_numbers set transfer_to = ${TARGET} where id = ${number.id}`);
    ok(await transfer(from));
    await database.unscoped.execute(sql`update phone_numbers set transfer_to = '+19005551234' where id = ${number.id}`);
    await untilHeard(one, 'nobody answers right now');
    expect(one.seen.forwards).toEqual([]);
    one.hangUp();
    await untilState(from, 'ended');
  });

  test('a phone call that is refused leaves no conversation', async () => {
    const number = await imported();
    const count = async () =>
      (await phone.rows(sql`select count(*) as n from conversations where workspace_uid = ${owner.uid}`))[0]?.n;
    const before = await count();
    const limit = (max: number | null) =>
      database.unscoped.execute(
        sql`update limit_uses set max = ${max} where workspace_uid = ${owner.uid} and key = 'maxConcurrentCalls'`,
      );
    await limit(0);
    const one = await callers.call(number, newCaller());
    await limit(null);
    expect([one.state(), await count()]).toEqual(['busy', before]);
  });
});
