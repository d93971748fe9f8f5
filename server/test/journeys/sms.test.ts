import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { checkChannels } from '../../src/domain/channels/check-channels.ts';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { makeChannels } from '../factories/channels-factory.ts';
import { makeInbox } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { makeMutations } from '../harness/mutations.ts';
import { startTwilioStandIn } from '../harness/twilio-stand-in.ts';
import { signed } from '../harness/twilio-stand-in-number.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const ANN = '+15550100142';
const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(await openJourneyDatabases())('an agent on SMS on $name', async ({ database }) => {
  let origin = '';
  const twilio = await startTwilioStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, TWILIO_API_URL: twilio.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await twilio.close();
  });
  const world = await makeChannelWorld(api, database);
  const { owner, olga, path, list, conversationOf, deliveryOf, say } = world;
  type Number = ReturnType<typeof twilio.addNumber>;
  const connect = ({ account, number }: Number, more: object = {}) =>
    world.connect('sms', { accountSid: account.sid, authToken: account.token, phoneNumber: number, ...more });
  const connected = async () => {
    const number = twilio.addNumber();
    const { id } = ok(await connect(number));
    return { number, id: id as string, read: () => world.read(id) };
  };
  const texts = (number: Number, to = ANN) => number.sent(to).map(({ body }) => body);
  const untilSent = (number: Number, count: number, to = ANN) =>
    until(
      async () => texts(number, to),
      (all) => all.length >= count,
    );
  const sends = ({ account }: Number) =>
    twilio.requests.filter(({ account: of, path: at }) => of === account.sid && at === 'Messages.json').length;
  const sendsOf = ({ account }: Number) => new RegExp(`^POST ${account.sid}/Messages`);
  /** Claimed by a person. */
  const held = async () => {
    const made = await connected();
    await made.number.says(ANN, BIKE);
    await untilSent(made.number, 1);
    const conversation = await conversationOf(made.id);
    ok(await olga.post(conversation, 'claim'));
    return { ...made, conversation };
  };
  const untilState = (conversation: string, state: string) =>
    until(
      () => deliveryOf(conversation),
      (found) => found?.state === state,
    );
  const count = async (query: ReturnType<typeof sql>) =>
    Number((await database.unscoped.execute<{ n: string }>(query)).rows[0]?.n);
  const kept = (id: string) =>
    count(sql`select count(*) as n from channel_inbox i join channel_threads t on t.id = i.thread_id
      where t.connection_id = ${id}`);
  const charges = (id: string) =>
    count(sql`select count(*) as n from usage_entries e join channel_conversations h on h.conversation_id = e.conversation_id
      join channel_threads t on t.id = h.thread_id where t.connection_id = ${id} and e.direction = 'decrease'`);
  const isReachable = async (id: string) =>
    (
      await database.unscoped.execute<{ ok: boolean }>(
        sql`select is_reachable as ok from channel_threads where connection_id = ${id} and thread = ${ANN}`,
      )
    ).rows[0]?.ok;
  const said = async (id: string) =>
    (await olga.get(await conversationOf(id))).transcript
      .filter(({ role }: { role: string }) => role === 'visitor')
      .map(({ text }: { text: string }) => text);

  test('a number is connected, told our address, waits for hello, and answers with its source', async () => {
    const { number, read } = await connected();
    expect(await read()).toMatchObject({
      ...{ provider: 'sms', state: 'waiting', name: 'Harbour', handle: number.number },
      ...{ externalId: number.number, accountId: number.account.sid, lastInAt: null },
    });
    expect(number.hookUrl()).toMatch(`${PUBLIC_URL}/api/na/hooks/sms/`);
    expect(JSON.stringify(await list())).not.toContain(number.account.token);
    expect(await number.says(ANN, BIKE)).toEqual([200]);
    const [answer] = await untilSent(number, 1);
    expect(answer).toContain(COST);
    expect(answer).toMatch(/talking to an AI/);
    expect(answer).not.toContain('[1]');
    expect(number.sent(ANN)[0]).toMatchObject({ encoding: 'GSM-7' });
    expect(await read()).toMatchObject({ state: 'connected', lastInAt: expect.any(String), waiting: 0 });
  });

  test('Twilio is answered in its own markup, without words', async () => {
    const { number } = await connected();
    const { url, fields } = number.write(ANN, 'Hello');
    const answer = await number.deliver(new URLSearchParams(fields).toString(), { url });
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
    expect(await answer.text()).toBe('<Response/>');
  });

  test('what is wrong of an account is said at its field, and nothing is connected', async () => {
    const number = twilio.addNumber();
    const mute = twilio.addNumber({ sms: false, account: number.account });
    const cases: [object, string, string][] = [
      [{ authToken: 'f'.repeat(32) }, 'authToken', 'Twilio refuses this Account SID with this Auth Token'],
      [{ accountSid: `AC${'f'.repeat(32)}` }, 'authToken', 'Twilio refuses this Account SID'],
      [{ phoneNumber: '+15550000000' }, 'phoneNumber', 'has no such phone number'],
      [{ phoneNumber: mute.number }, 'phoneNumber', 'cannot send and receive SMS'],
      [{ phoneNumber: '555 0100' }, 'phoneNumber', 'with its country code'],
      [{ accountSid: 'SK1' }, 'accountSid', 'This is not an Account SID'],
      [{ authToken: 'secret' }, 'authToken', 'This is not an Auth Token'],
    ];
    for (const [more, field, message] of cases) {
      const { status, body } = await connect(number, more);
      expect(status).toBe(400);
      expect(body.issues[0]).toMatchObject({ path: field, message: expect.stringContaining(message) });
    }
    expect(await list()).not.toContainEqual(expect.objectContaining({ handle: number.number }));
    expect(number.hookUrl()).toContain('demo.twilio.com');
    twilio.next('down');
    expect((await connect(number)).body.message).toContain('Twilio does not answer');
  });

  test('a number is known however it is typed, and given a new token by connecting it again', async () => {
    const number = twilio.addNumber();
    const spaced = number.number.replace(/^(..)(...)(...)/, '$1 ($2) $3-');
    const { id } = ok(await connect(number, { phoneNumber: ` ${spaced} ` }));
    twilio.reissue(number);
    expect(ok(await connect(number)).id).toBe(id);
    expect((await list()).filter(({ handle }) => handle === number.number)).toHaveLength(1);
  });

  test('a number that answers elsewhere is taken over only where that is said', async () => {
    const number = twilio.addNumber({ name: 'Dock' });
    number.setHook('https://else.example.test/hook');
    expect(await connect(number)).toMatchObject({
      status: 409,
      body: { message: 'Dock answers for else.example.test. Take over?' },
    });
    expect(number.hookUrl()).toBe('https://else.example.test/hook');
    ok(await connect(number, { takesOver: true }));
    expect(number.hookUrl()).toMatch(PUBLIC_URL);
  });

  test('what is not signed for our address is refused and leaves nothing; signed, whatever comes is no failure of ours', async () => {
    const { number, id } = await connected();
    const { fields } = number.write(ANN, 'Forged — 🚲 “yes”');
    const body = new URLSearchParams(fields).toString();
    const pairs = Object.entries(fields);
    const hook = number.hookUrl();
    const { token } = number.account;
    for (const signature of ['', 'x', signed('f'.repeat(32), hook, pairs), signed(token, `${hook}?ref=1`, pairs)])
      expect((await number.deliver(body, { signature })).status).toBe(401);
    // Signed by the right token, for an address that names itself so.
    const host = new URL(origin).host;
    const own = signed(token, hook.replace(PUBLIC_URL, `http://${host}`), pairs);
    expect((await number.deliver(body, { signature: own })).status).toBe(401);
    expect((await fetch(hook.replace(PUBLIC_URL, origin))).status).toBe(401);
    const mutations = makeMutations(new TextEncoder().encode(body));
    for (let at = 0; at < amount(500, 50); at += 1)
      expect((await number.deliver(mutations.next(), { signature: `forged${at}` })).status).toBe(401);
    expect(await kept(id)).toBe(0);
    for (let at = 0; at < amount(500, 50); at += 1)
      expect((await number.deliver(mutations.next())).status).toBeLessThan(500);
  });

  test('what is another number’s is left to it', async () => {
    const { number, id } = await connected();
    const other = twilio.addNumber({ account: number.account });
    const { fields } = other.write(ANN, 'Hi');
    expect((await number.deliver(new URLSearchParams(fields).toString())).status).toBe(200);
    expect(await kept(id)).toBe(0);
  });

  test('events that are told five times in any order are one message, one answer, one charge, and no state falls', async () => {
    const { number, id } = await connected();
    const rounds = amount(200, 12);
    const { random } = makeMutations(new Uint8Array());
    const shuffled = <One>(list: One[]) => {
      const rest = list.flatMap((one) => Array.from({ length: 5 }, () => one));
      return Array.from({ length: rest.length }, () => rest.splice(random(rest.length), 1)[0] as One);
    };
    const people = Array.from({ length: rounds }, (_, at) => `+1555${String(2_000_000 + at)}`);
    for (const person of people) await number.post(...shuffled([number.write(person, BIKE)]));
    for (const person of people) await untilSent(number, 1, person);
    for (const person of people) {
      const [answer] = number.sent(person);
      const told = (['queued', 'sent', 'delivered'] as const).map((state) => number.told(person, answer!, state));
      await number.post(...shuffled([...told, number.told(person, answer!, 'undelivered', 30008)]));
    }
    const states = () =>
      count(sql`select count(*) as n from channel_sends s join channel_threads t on t.id = s.thread_id
        where t.connection_id = ${id} and s.state = 'delivered'`);
    await until(states, (delivered) => delivered === rounds);
    await until(
      () =>
        count(sql`select count(*) as n from channel_inbox i join channel_threads t on t.id = i.thread_id
        where t.connection_id = ${id} and i.payload is not null`),
      (waiting) => waiting === 0,
    );
    expect(await states()).toBe(rounds);
    for (const person of people) expect(texts(number, person)).toHaveLength(1);
    expect(
      await count(sql`select count(*) as n from messages m join channel_conversations h on h.conversation_id = m.conversation_id
        join channel_threads t on t.id = h.thread_id where t.connection_id = ${id} and m.role = 'visitor'`),
    ).toBe(rounds);
    expect(await charges(id)).toBe(rounds);
  });

  test('a picture comes in with its words; a contact card is told by its name', async () => {
    const { number, id } = await connected();
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await number.post(number.pictured(ANN, { type: 'image/jpeg', bytes: new Uint8Array(picture) }, 'Our boat'));
    await untilSent(number, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    expect(transcript.find(({ role }: { role: string }) => role === 'visitor')).toMatchObject({
      text: 'Our boat',
      attachments: [{ name: 'photo.jpg', type: 'image/jpeg' }],
    });
    expect(twilio.fetched.every(({ authorization }) => authorization === null)).toBe(true);
    await number.post(number.pictured(ANN, { type: 'text/x-vcard', bytes: new TextEncoder().encode('BEGIN:VCARD') }));
    expect((await untilSent(number, 2)).at(-1)).toBe('I can read text, pictures and documents here, but not this.');
  });

  test('a person answers at length, with a file as a link that opens; its state rises to delivered', async () => {
    const { number, conversation } = await held();
    const file = await world.addFile(conversation, new File(['Open from nine.'], 'hours.txt', { type: 'text/plain' }));
    const before = number.sent(ANN).length;
    await say(conversation, `Here are our **“hours”**. ${'We are open on every day of the week. '.repeat(60)}`, [file]);
    await untilSent(number, before + 2);
    const parts = number.sent(ANN).slice(before);
    for (const { body, encoding } of parts) {
      expect(body.length).toBeLessThanOrEqual(1_600);
      expect(encoding).toBe('GSM-7');
    }
    expect(parts[0]?.body).toMatch(/^Olga: Here are our "hours"\. We are open/);
    expect(parts[0]?.segments).toBeGreaterThan(9);
    const link = /hours\.txt \((https:\/\/app\.example\.test\/api\/na\/files\/\w+)\)$/.exec(
      parts.at(-1)?.body ?? '',
    )?.[1];
    expect(await (await fetch((link ?? '').replace(PUBLIC_URL, origin))).text()).toBe('Open from nine.');
    await untilState(conversation, 'sent');
    await number.post(...parts.map((one) => number.told(ANN, one, 'delivered')));
    await untilState(conversation, 'delivered');
    await number.post(number.told(ANN, parts[0]!, 'sent'), number.told(ANN, parts[0]!, 'failed', 30008));
    await number.says(ANN, 'Great');
    await world.untilSaid(conversation, 'Great');
    expect(await deliveryOf(conversation)).toMatchObject({ state: 'delivered', problem: null });
    ok(await olga.post(conversation, 'give-back'));
  });

  test('what Twilio took and no carrier delivered is seen as that', async () => {
    const { number, conversation } = await held();
    const before = number.sent(ANN).length;
    await say(conversation, 'We have two left.');
    await untilSent(number, before + 1);
    await number.post(number.told(ANN, number.sent(ANN).at(-1)!, 'undelivered', 30003));
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'failed' && found.problem === 'blocked',
    );
    ok(await olga.post(conversation, 'give-back'));
  });

  test('who takes themselves off is not written to nor charged for, until they take themselves on', async () => {
    const { number, id, read, conversation } = await held();
    ok(await olga.post(conversation, 'give-back'));
    await untilSent(number, 2);
    const [sent, paid] = [sends(number), await charges(id)];
    await number.says(ANN, 'STOP');
    expect(number.confirmed).toEqual([ANN]);
    // With the answer to Twilio, and not some time later.
    expect(await isReachable(id)).toBe(false);
    await number.says(ANN, BIKE);
    await quiet(3_500);
    ok(await olga.post(conversation, 'claim'));
    await say(conversation, 'Still there?');
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'failed' && found.problem === 'blocked',
    );
    // A person who is in the conversation hears what they go on writing.
    await number.says(ANN, 'My order is late');
    await world.untilSaid(conversation, 'My order is late');
    ok(await olga.post(conversation, 'give-back'));
    expect(sends(number)).toBe(sent);
    expect(await charges(id)).toBe(paid);
    expect(await said(id)).toEqual([BIKE, 'My order is late']);
    await until(read, (found) => found?.waiting === 0);
    const before = number.sent(ANN).length;
    await number.says(ANN, 'START');
    expect(await isReachable(id)).toBe(true);
    await number.says(ANN, BIKE);
    // The line that tells of Olga's leaving may have waited until then, as it was nobody's answer to what was not to be answered.
    await until(
      async () => texts(number).slice(before),
      (all) => all.some((text) => text.includes(COST)),
    );
    expect(number.confirmed).toEqual([ANN, ANN]);
  });

  test('what waits when somebody takes themselves off does not leave', async () => {
    const { number, id, read } = await connected();
    twilio.next('tooMany', { on: sendsOf(number), times: 1 });
    await number.says(ANN, BIKE);
    await until(
      async () => sends(number),
      (tried) => tried === 1,
    );
    await number.says(ANN, 'Stop');
    await until(read, (found) => found?.waiting === 0);
    expect(sends(number)).toBe(1);
    expect(number.sent(ANN)).toEqual([]);
    expect(await isReachable(id)).toBe(false);
  });

  test('who is off at Twilio alone is found so by the first try, and by what is told of one', async () => {
    const { number, id, conversation } = await held();
    number.offQuietly(ANN);
    await say(conversation, 'Still there?');
    await until(
      () => deliveryOf(conversation),
      (found) => found?.problem === 'blocked',
    );
    expect(await isReachable(id)).toBe(false);
    const tried = sends(number);
    await say(conversation, 'Hello?');
    await quiet(1_500);
    expect(sends(number)).toBe(tried);
    await number.says(ANN, 'Yes');
    expect(await isReachable(id)).toBe(true);
    await number.post(number.told(ANN, number.sent(ANN).at(-1)!, 'failed', 21610));
    expect(await isReachable(id)).toBe(false);
    ok(await olga.post(conversation, 'give-back'));
  });

  test('a person who takes over silences what has not left', async () => {
    const { number, id } = await connected();
    twilio.next('tooMany', { on: sendsOf(number), times: 2 });
    await number.says(ANN, BIKE);
    await until(
      async () => sends(number),
      (tried) => tried >= 1,
    );
    const conversation = await conversationOf(id);
    ok(await olga.post(conversation, 'claim'));
    await say(conversation, 'Olga here');
    await untilSent(number, 1);
    expect(texts(number)).toEqual(['Olga: Olga here']);
    ok(await olga.post(conversation, 'give-back'));
  });

  test.each(['reset', 'garbage', 'gateway', 'silent'] as const)(
    'a send that Twilio answered with %s is settled by what it tells, and not sent again',
    async (fault) => {
      const { number, conversation } = await held();
      const before = number.sent(ANN).length;
      twilio.next(fault, { on: sendsOf(number) });
      await say(conversation, 'We have two left.');
      await until(
        () => deliveryOf(conversation),
        (found) => found?.state === 'unsure',
        20_000,
      );
      await number.post(number.told(ANN, number.sent(ANN).at(-1)!, 'queued'));
      await untilState(conversation, 'sent');
      await say(conversation, 'Until Sunday.');
      await untilSent(number, before + 2);
      expect(texts(number).slice(before)).toEqual(['Olga: We have two left.', 'Olga: Until Sunday.']);
      ok(await olga.post(conversation, 'give-back'));
    },
  );

  test.each(['tooMany', 'broken', 'down'] as const)('where Twilio is %s, the answer arrives once', async (fault) => {
    const { number, read } = await connected();
    twilio.next(fault, { on: sendsOf(number), times: 2 });
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    await until(read, (found) => found?.waiting === 0);
    expect(number.sent(ANN)).toHaveLength(1);
  });

  test('a token that ends: one call more, one notification; with a new one what waited is sent', async () => {
    const { number, read } = await connected();
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    const news = async () =>
      ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller })).items.filter(
        ({ values }: { values: { channel?: string } }) => values.channel === number.number,
      );
    const { token: old } = number.account;
    const calls = () => twilio.requests.filter(({ token }) => token === old).length;
    // Signed while Twilio still did so by the old one.
    const lines = ['When are you open?', 'And on Sunday?'].map((text) => number.write(ANN, text));
    const sofar = calls();
    twilio.next('tooMany', { on: sendsOf(number) });
    await number.post(...lines);
    twilio.reissue(number);
    await until(read, (found) => found?.state === 'token_dead', 20_000);
    await until(news, (found) => found.length > 0);
    await quiet(1_000);
    expect(calls() - sofar).toBeLessThanOrEqual(2);
    expect(await news()).toHaveLength(1);
    expect(await read()).toMatchObject({ waiting: 1 });
    ok(await connect(number));
    await until(read, (found) => found?.state === 'connected' && found.waiting === 0);
    await untilSent(number, 2);
  });

  test('every night Twilio is asked whom it calls: somebody else, nobody, or no such number', async () => {
    const [taken, left, gone] = [await connected(), await connected(), await connected()];
    const own = left.number.hookUrl();
    taken.number.setHook('', `AP${'a'.repeat(32)}`);
    left.number.setHook('');
    twilio.addNumber({ account: gone.number.account });
    twilio.release(gone.number);
    const deps = { database, channels: makeChannels(twilio.url), secretKey: testSecretKey };
    const hookBase = `${PUBLIC_URL}/api/na/hooks`;
    await checkChannels({ ...deps, hookBase, systemScope: testSystemScope, makeScope });
    expect(await taken.read()).toMatchObject({ state: 'taken_over' });
    expect(left.number.hookUrl()).toBe(own);
    expect(await left.read()).toMatchObject({ state: 'waiting' });
    expect(await gone.read()).toMatchObject({ state: 'token_dead' });
  });

  test('removed, Twilio calls nobody for it, and its conversations stay', async () => {
    const { number, id } = await connected();
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    const conversation = await conversationOf(id);
    ok(await api.call('DELETE', `${path}/${id}`, { caller: owner.caller }));
    expect(number.hookUrl()).toBe('');
    expect(await olga.get(conversation)).toMatchObject({ id: conversation, channel: null });
  });

  test('an agency’s files are opened on its own host', async () => {
    const { number, conversation } = await held();
    const { key, uid } = owner;
    ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: key, body: { uid } }));
    const customDomain = `h${uid.toLowerCase()}`;
    ok(
      await api.call('POST', '/hosting/custom-domain', {
        caller: key,
        body: { uid, customDomain, isVGSubdomain: true },
      }),
    );
    const file = await world.addFile(conversation, new File(['Open.'], 'hours.txt', { type: 'text/plain' }));
    const before = number.sent(ANN).length;
    await say(conversation, '', [file]);
    const link = (await untilSent(number, before + 1)).at(-1) ?? '';
    const host = `${customDomain}.localhost`;
    expect(link).toContain(`(https://${host}/api/na/files/`);
    const place = /\/files\/\w+/.exec(link)?.[0] ?? '';
    expect((await api.call('GET', place, { caller: { host } })).text).toBe('Open.');
    ok(await olga.post(conversation, 'give-back'));
  });
});

describe.each(await openJourneyDatabases())('without a public address on $name', async ({ database }) => {
  const twilio = await startTwilioStandIn();
  const api = await startTestApi(database);
  afterAll(async () => {
    await api.stop();
    await twilio.close();
  });

  test('a number is not connected, and the reason is said', async () => {
    const { owner, agentId } = await makeInbox(api, database, 0);
    const { account, number } = twilio.addNumber();
    const answer = await api.call('POST', `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/sms`, {
      caller: owner.caller,
      body: { accountSid: account.sid, authToken: account.token, phoneNumber: number },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Twilio has to call this server') },
    });
    expect(twilio.requests).toEqual([]);
  });
});
