import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import type { RelayCall } from '../harness/relay-call.ts';
import { makeCallers } from '../harness/relay-callers.ts';
import { startRelayServer } from '../harness/relay-server.ts';
import { newSid, signed } from '../harness/twilio-stand-in-number.ts';
import { readTwiml } from '../harness/twiml-reader.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

describe.each(await openJourneyDatabases())('an agent on the phone on $name', async ({ database }) => {
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
  const { owner, agentId } = world;
  const numbers = `/v2/workspaces/${owner.uid}/phone-numbers`;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });

  const imported = async (more: object = {}) => {
    const number = twilio.addNumber();
    const account = { accountSid: number.account.sid, authToken: number.account.token };
    const made = ok(await call('POST', numbers, { account, number: number.number, agentId }));
    if (Object.keys(more).length > 0) ok(await call('POST', `${numbers}/${made.id}`, more));
    return { ...number, id: made.id as string };
  };
  const rows = async (query: ReturnType<typeof sql>) =>
    (await database.unscoped.execute<Record<string, string>>(query)).rows;
  const callOf = async (from: string) =>
    (await rows(sql`select * from calls where caller = ${from} order by created_at desc limit 1`))[0] as Record<
      string,
      string
    >;
  const said = async (from: string) => {
    const { conversation_id: id } = await callOf(from);
    const all = await rows(sql`select role, text from messages where conversation_id = ${id} order by position`);
    return all as { role: string; text: string }[];
  };
  const untilHeard = (one: RelayCall, words: string) =>
    until(
      async () => one.heard(),
      (heard) => bare(heard).includes(bare(words)),
    );
  const untilOver = (from: string) =>
    until(
      () => callOf(from),
      ({ state }) => state === 'ended',
    );
  /** Something was said to them. */
  const begun = (one: RelayCall) =>
    until(
      async () => one.heard(),
      (heard) => heard !== '',
    );
  let last = 0;
  const newCaller = () => {
    last += 1;
    return `+1202555${String(last).padStart(4, '0')}`;
  };

  test('says hello, answers, stays as far as it was heard, and is paid by the second', async () => {
    const number = await imported();
    const from = newCaller();
    const one = await callers.call(number, from);
    expect(one.seen.errors).toEqual([]);
    await begun(one);
    await one.says(BIKE);
    await untilHeard(one, 'euros a day');
    expect((await said(from)).map(({ role, text }) => [role, text]).slice(-2)).toEqual([
      ['visitor', BIKE],
      ['agent', expect.stringContaining(COST.slice(0, 25))],
    ]);
    one.hangUp();
    const ended = await untilOver(from);
    expect(ended).toMatchObject({ channel: 'phone', mode: 'relay', end_reason: 'caller' });
    expect(Number(ended.credits_micro)).toBe(Number(ended.seconds) * 333_333);
    const holds = await rows(
      sql`select count(*) as n from credit_holds where state = 'held' and id like ${`call:${ended.id}%`}`,
    );
    expect(Number(holds[0]?.n)).toBe(0);
    await until(
      async () => one.seen.actions.length,
      (actions) => actions === 1,
    );
    expect(one.seen.errors).toEqual([]);
  });

  test('who interrupts leaves of the answer what was heard', async () => {
    const number = await imported();
    const from = newCaller();
    const one = await callers.call(number, from);
    await begun(one);
    await one.says(BIKE);
    one.interruptsAfter(4, 'Wait, please stop.');
    await until(
      () => said(from),
      (all) => all.some(({ text }) => text === 'Wait, please stop.'),
    );
    const trimmed = await until(
      async () => (await said(from)).filter(({ role }) => role === 'agent'),
      (all) => all.some(({ text }) => COST.startsWith(text) && text !== COST && text !== ''),
    );
    const kept = trimmed.find(({ text }) => COST.startsWith(text) && text !== COST)?.text;
    expect(bare(one.heard())).toContain(bare(kept ?? 'none'));
    one.hangUp();
    await untilOver(from);
  });

  test('keys are said as digits', async () => {
    const number = await imported();
    const from = newCaller();
    const one = await callers.call(number, from);
    await begun(one);
    await one.presses('472#');
    await until(
      () => said(from),
      (all) => all.some(({ role, text }) => role === 'visitor' && text === '472'),
    );
    one.hangUp();
    await untilOver(from);
  });

  test('a connection that is lost goes on in the same call', async () => {
    const number = await imported();
    const from = newCaller();
    const one = await callers.call(number, from);
    await begun(one);
    one.cutOff();
    await until(
      async () => one.seen.sessions,
      (sessions) => sessions === 2,
    );
    await one.says(BIKE);
    await untilHeard(one, 'euros a day');
    const { id } = await callOf(from);
    expect(await rows(sql`select id from calls where caller = ${from}`)).toEqual([{ id }]);
    one.hangUp();
    await untilOver(from);
  });

  test('outside of the hours the line is not taken', async () => {
    const hours = {
      ...{ name: 'Never', timeZone: 'Europe/Berlin', exceptions: [] },
      days: Array.from({ length: 7 }, () => []),
    };
    const schedule = ok(await call('POST', `/v2/workspaces/${owner.uid}/schedules`, hours));
    const number = await imported({ scheduleId: schedule.id, closedText: 'We are closed & away.' });
    const one = await callers.call(number, newCaller());
    expect(one.seen.said).toEqual(['We are closed & away.']);
    expect([one.state(), one.seen.sessions]).toEqual(['completed', 0]);
  });

  test('a number without an agent, and one of our own that calls, are busy', async () => {
    const number = await imported();
    const other = await imported({ agentId: null });
    expect((await callers.call(other, newCaller())).state()).toBe('busy');
    expect((await callers.call(number, other.number)).state()).toBe('busy');
  });

  describe('where all lines are taken', () => {
    const full = async (number: Awaited<ReturnType<typeof imported>>, from: string) => {
      await database.unscoped.execute(
        sql`update limit_uses set max = 1 where workspace_uid = ${owner.uid} and key = 'maxConcurrentCalls'`,
      );
      const taken = newCaller();
      const holder = await callers.call(number, taken);
      const one = await callers.call(number, from);
      holder.hangUp();
      await untilOver(taken);
      await database.unscoped.execute(
        sql`update limit_uses set max = null where workspace_uid = ${owner.uid} and key = 'maxConcurrentCalls'`,
      );
      return one;
    };

    test('the line is busy, or somebody else is called', async () => {
      const number = await imported();
      expect((await full(number, newCaller())).state()).toBe('busy');
      ok(await call('POST', `${numbers}/${number.id}`, { overflowTo: '+12025550177' }));
      const one = await full(number, newCaller());
      expect(one.seen.forwards).toMatchObject([{ to: '+12025550177', from: number.number, seconds: 25 }]);
      await one.forwarded('no-answer');
      expect([one.state(), one.seen.errors]).toEqual(['completed', []]);
    });
  });

  /** Asks for a connection; the status of the answer. */
  const upgrade = (url: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const asked = request(reach(url).replace(/^ws/, 'http'), {
        headers: {
          ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
          ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', host: new URL(url).host, ...headers },
        },
      });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.on('upgrade', (_response, socket) => {
        socket.destroy();
        resolve(101);
      });
      asked.on('error', reject);
      asked.end();
    });

  type Number = Awaited<ReturnType<typeof imported>>;
  /** Asked for as Twilio asks, and never connected: its secret is unused. */
  const unused = async (number: Number) => {
    const url = number.settings.VoiceUrl as string;
    const fields = { CallSid: newSid('CA'), AccountSid: number.account.sid, From: newCaller(), To: number.number };
    const response = await fetch(reach(url), {
      method: 'POST',
      headers: { 'x-twilio-signature': signed(number.account.token, url, Object.entries(fields)) },
      body: new URLSearchParams(fields),
    });
    const [connect] = readTwiml(response.headers.get('content-type') ?? '', await response.text());
    return connect?.inside[0]?.attributes.url as string;
  };

  // Caught here: a signature that is not looked at.
  test('forged connections are not made, and use no secret up', async () => {
    const number = await imported();
    const other = await imported();
    const sign = (of: string, token = number.account.token) => createHmac('sha1', token).update(of).digest('base64');
    const keyOf = (one: Number) => new URL(one.settings.VoiceUrl as string).pathname.split('/').at(-1) as string;
    const statuses: number[] = [];
    const rounds = amount(50, 10);
    await database.unscoped.execute(sql`update limit_uses set max = null where workspace_uid = ${owner.uid}`);
    // Each that is not connected holds its first minute.
    await database.unscoped.execute(
      sql`update credit_accounts set balance = balance + 10000000000 where workspace_uid = ${owner.uid}`,
    );
    for (let round = 0; round < rounds; round += 1) {
      const url = await unused(number);
      const changed = url.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a'));
      const elsewhere = url.replace(keyOf(number), keyOf(other));
      const forged: [string, string][] = [
        [url, ''],
        [url, sign(url.replace('wss', 'https'))],
        [url, sign(url, 'f'.repeat(32))],
        [url, sign(url, other.account.token)],
        [url, sign(`${url}?a=b`)],
        [`${url}?a=b`, sign(`${url}?a=b`)],
        [changed, sign(changed)],
        [elsewhere, sign(elsewhere)],
        [url.replace('/api/na/', '/api/eu/'), sign(url)],
      ];
      for (const [to, signature] of forged) statuses.push(await upgrade(to, { 'x-twilio-signature': signature }));
      const right = { 'x-twilio-signature': sign(url) };
      expect(await upgrade(url, right)).toBe(101);
      statuses.push(await upgrade(url, right));
    }
    expect(statuses).toHaveLength(rounds * 10);
    expect(statuses.filter((status) => status === 101)).toEqual([]);
  }, 120_000);

  test('a relay that is of another call than its address is shut out before anything is said', async () => {
    const number = await imported();
    const url = await unused(number);
    const socket = new WebSocket(reach(url), {
      headers: {
        'x-twilio-signature': createHmac('sha1', number.account.token).update(url).digest('base64'),
        host: new URL(url).host,
      },
    });
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    socket.on('open', () => {
      const setup = { type: 'setup', sessionId: newSid('VX'), callSid: newSid('CA'), accountSid: number.account.sid };
      socket.send(JSON.stringify(setup));
    });
    const code = await new Promise<number>((resolve) => socket.on('close', resolve));
    expect([code, heard]).toEqual([1008, []]);
  });

  test('calls of Twilio that it did not sign are not answered', async () => {
    const number = await imported();
    const url = number.settings.VoiceUrl as string;
    const body = new URLSearchParams({
      CallSid: `CA${'1'.repeat(32)}`,
      AccountSid: number.account.sid,
      From: newCaller(),
      To: number.number,
    });
    const post = (signature: string) =>
      fetch(reach(url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        body: body.toString(),
      });
    expect((await post('')).status).toBe(401);
    expect((await post(createHmac('sha1', number.account.token).update(url).digest('base64'))).status).toBe(401);
  });
});
