import { randomBytes } from 'node:crypto';
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
import { startMetaStandIn } from '../harness/meta-stand-in.ts';
import { makeMutations } from '../harness/mutations.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day.';
const ANN = '15550100';
const HOUR = 3_600_000;

describe.each(await openJourneyDatabases())('an agent on WhatsApp on $name', async ({ database }) => {
  let origin = '';
  const meta = await startMetaStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, META_GRAPH_URL: meta.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await meta.close();
  });
  const world = await makeChannelWorld(api, database);
  const { owner, olga, path, list, conversationOf, deliveryOf, say } = world;
  type Number = ReturnType<typeof meta.addNumber>;
  const inputOf = ({ phoneNumberId, accountId, app }: Number) => ({
    phoneNumberId,
    accountId,
    token: app.token,
    appSecret: app.secret,
  });
  const connect = (number: Number, more: object = {}) => world.connect('whatsapp', { ...inputOf(number), ...more });
  const connected = async () => {
    const number = meta.addNumber();
    const { id } = ok(await connect(number));
    return { number, id: id as string, read: () => world.read(id) };
  };
  const texts = (number: Number, to = ANN) => number.sent(to).map(({ text }) => text);
  const untilSent = (number: Number, count: number) =>
    until(
      async () => texts(number),
      (all) => all.length >= count,
    );
  /** Claimed by a person, who has said something that WhatsApp took. */
  const held = async () => {
    const made = await connected();
    await made.number.says(ANN, BIKE);
    await untilSent(made.number, 1);
    const conversation = await conversationOf(made.id);
    ok(await olga.post(conversation, 'claim'));
    return { ...made, conversation };
  };

  test('a number is connected by its IDs, told our address, and answers with its marks and source', async () => {
    const { number, read } = await connected();
    expect(await read()).toMatchObject({
      provider: 'whatsapp',
      state: 'waiting',
      name: 'Harbour',
      handle: number.display,
    });
    expect(number.hookUrl()).toMatch(`${PUBLIC_URL}/api/na/hooks/whatsapp/`);
    const shown = JSON.stringify(await list());
    for (const secret of [number.app.token, number.app.secret]) expect(shown).not.toContain(secret);
    expect(await number.says(ANN, BIKE, 'Ann Lee')).toEqual([200]);
    const [answer] = await untilSent(number, 1);
    expect(answer).toContain(COST);
    expect(answer).toMatch(/^_.*talking to an AI.*_\n/);
    expect(answer).not.toContain('[1]');
    expect(number.seen).toHaveLength(1);
    expect(await read()).toMatchObject({ state: 'connected', lastInAt: expect.any(String), waiting: 0 });
  });

  test('what is wrong of an account is said at its field, and nothing is connected', async () => {
    const number = meta.addNumber();
    const cases: [object, string, string][] = [
      [{ token: `EAA${'x'.repeat(60)}` }, 'token', 'Meta refuses this access token'],
      [{ appSecret: 'f'.repeat(32) }, 'appSecret', 'This is not the app secret'],
      [{ phoneNumberId: '999999999999999' }, 'phoneNumberId', 'does not reach a phone number'],
      [{ accountId: '999999999999999' }, 'accountId', 'does not reach a WhatsApp Business account'],
      [{ phoneNumberId: '+1 555 0100' }, 'phoneNumberId', 'This is not an ID of Meta'],
      [{ appSecret: 'secret' }, 'appSecret', 'This is not an app secret'],
    ];
    for (const [more, field, message] of cases) {
      const { status, body } = await connect(number, more);
      expect(status).toBe(400);
      expect(body.issues[0]).toMatchObject({ path: field, message: expect.stringContaining(message) });
    }
    expect(await list()).not.toContainEqual(expect.objectContaining({ handle: number.display }));
    expect(number.hookUrl()).toBeNull();
  });

  test('a number that answers elsewhere is taken over only where that is said', async () => {
    const number = meta.addNumber({ name: 'Dock' });
    number.setHook('https://else.example.test/hook');
    expect(await connect(number)).toMatchObject({
      status: 409,
      body: { message: 'Dock answers for else.example.test. Take over?' },
    });
    expect(number.hookUrl()).toBe('https://else.example.test/hook');
    ok(await connect(number, { takesOver: true }));
    expect(number.hookUrl()).toMatch(PUBLIC_URL);
  });

  test('the challenge is answered for our own token alone; what is not signed is refused and leaves nothing', async () => {
    const { number, id } = await connected();
    const address = `${origin}${new URL(number.hookUrl() ?? '').pathname}`;
    const ask = (query: Record<string, string>) => fetch(`${address}?${new URLSearchParams(query)}`);
    const mode = { 'hub.mode': 'subscribe', 'hub.challenge': '1234' };
    expect((await ask({ ...mode, 'hub.verify_token': 'theirs' })).status).toBe(401);
    expect((await ask({})).status).toBe(401);
    expect((await fetch(address.replace('whatsapp', 'telegram'))).status).toBe(401);
    const whole = Buffer.from(JSON.stringify(number.write(ANN, { type: 'text', text: { body: 'Forged' } })));
    const mutated = makeMutations(whole).next;
    const kept = async () =>
      (
        await database.unscoped.execute(sql`select 1 from channel_inbox i join channel_threads t on t.id = i.thread_id
        where t.connection_id = ${id}`)
      ).rows.length;
    for (let at = 0; at < amount(500, 50); at += 1)
      expect((await number.deliver(mutated(), `forged${at}`)).status).toBe(401);
    expect(await kept()).toBe(0);
    for (let at = 0; at < amount(500, 50); at += 1) expect((await number.deliver(mutated())).status).toBeLessThan(500);
  });

  test('what is another number’s in the same call is left to it', async () => {
    const { number, id } = await connected();
    const other = meta.addNumber();
    expect(
      (await number.deliver(JSON.stringify(other.write(ANN, { type: 'text', text: { body: 'Hi' } })))).status,
    ).toBe(200);
    const { rows } = await database.unscoped.execute(sql`select 1 from channel_threads where connection_id = ${id}`);
    expect(rows).toEqual([]);
  });

  test('lines of one second keep the order in which they came, told twice as well', async () => {
    const { number, id } = await connected();
    const lines = Array.from({ length: 6 }, (_, at) =>
      number.write(ANN, { type: 'text', text: { body: `Line ${at}` } }),
    );
    await number.post(...lines, ...lines.toReversed());
    await untilSent(number, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.filter(({ role }: { role: string }) => role === 'visitor');
    expect(said.map(({ text }: { text: string }) => text)).toEqual(lines.map((_, at) => `Line ${at}`));
  });

  test('a picture with its words comes in; a voice note is told that it cannot be read', async () => {
    const { number, id } = await connected();
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await number.sends(ANN, 'image', { type: 'image/jpeg', bytes: new Uint8Array(picture), caption: 'Our boat' });
    await untilSent(number, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.find(({ role }: { role: string }) => role === 'visitor');
    expect(said).toMatchObject({ text: 'Our boat', attachments: [{ name: 'photo.jpg', type: 'image/jpeg' }] });
    await number.sends(ANN, 'audio', { type: 'audio/ogg; codecs=opus', bytes: new Uint8Array([1, 2, 3]) });
    expect((await untilSent(number, 2)).at(-1)).toBe('I can read text, pictures and documents here, but not this.');
  });

  test('a person answers with a file; its state rises to read, in whichever order it is told', async () => {
    const { number, conversation } = await held();
    const file = new File(['Open from nine.'], 'hours.txt', { type: 'text/plain' });
    const stored = await world.addFile(conversation, file);
    const before = number.sent(ANN).length;
    await say(conversation, 'Here are our **hours**.', [stored]);
    await untilSent(number, before + 2);
    const [words, document] = number.sent(ANN).slice(-2) as [
      ReturnType<typeof number.sent>[number],
      ReturnType<typeof number.sent>[number],
    ];
    expect(words.text).toBe('Olga: Here are our *hours*.');
    expect(document).toMatchObject({ type: 'document', file: { type: 'text/plain' } });
    const tell = (...states: ('sent' | 'delivered' | 'read' | 'failed')[]) =>
      number.post(...states.flatMap((state) => [words, document].map((one) => number.told(ANN, one, state))));
    const untilState = (state: string) =>
      until(
        () => deliveryOf(conversation),
        (found) => found?.state === state,
      );
    await untilState('sent');
    await tell('delivered');
    await untilState('delivered');
    await tell('read', 'delivered', 'sent', 'read');
    await untilState('read');
    await tell('failed', 'sent');
    await number.says(ANN, 'Great');
    await until(
      async () => (await olga.get(conversation)).lastMessage,
      (last) => last === 'Great',
    );
    expect(await deliveryOf(conversation)).toMatchObject({ state: 'read', problem: null });
    ok(await olga.post(conversation, 'give-back'));
  });

  test('what WhatsApp took and could not deliver is seen as that', async () => {
    const { number, conversation } = await held();
    const before = number.sent(ANN).length;
    await say(conversation, 'We have two left.');
    await untilSent(number, before + 1);
    await number.post(number.told(ANN, number.sent(ANN).at(-1)!, 'failed', 131026));
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'failed' && found.problem === 'blocked',
    );
    ok(await olga.post(conversation, 'give-back'));
  });

  // Planted: the window counts for what Meta approved, too -> the template is not sent. Templates that sell are listed -> two of them.
  test('a day after their last line an approved text is sent, filled in by who holds the conversation', async () => {
    const { number, id, conversation } = await held();
    number.makeTemplate({
      name: 'bike_ready',
      category: 'UTILITY',
      body: 'Hello {{1}}, your bike is ready until {{2}}.',
    });
    number.makeTemplate({ name: 'autumn_sale', body: 'Half price until Sunday.' });
    expect((await olga.get(conversation)).window).toMatchObject({
      isOver: false,
      after: 'template',
      personUntil: null,
    });
    const lastInAt = sql`last_in_at - interval '25 hours'`;
    await database.unscoped.execute(
      sql`update channel_threads set last_in_at = ${lastInAt} where connection_id = ${id}`,
    );
    number.passes(25 * HOUR);
    expect((await olga.get(conversation)).window).toMatchObject({ isOver: true, after: 'template' });
    const at = `/v2/workspaces/${owner.uid}/inbox/${conversation}/templates`;
    const listed = ok(await api.call('GET', at, { caller: world.people[0]?.caller ?? {} })).items;
    expect(listed).toMatchObject([{ name: 'bike_ready', places: ['1', '2'], fault: null }]);
    const sent = (values: string[], name = 'bike_ready', messageId: string = crypto.randomUUID()) =>
      olga.post(conversation, 'templates', { id: messageId, template: { name, language: 'en_US', values } });
    const before = texts(number).length;
    for (const [values, name] of [[['Ann', ' ']], [['Ann']], [[], 'autumn_sale'], [[], 'never_made']] as [
      string[],
      string?,
    ][])
      expect((await sent(values, name)).body.issues).toMatchObject([{ path: 'template' }]);
    const messageId = crypto.randomUUID();
    for (const answer of await Promise.all([1, 2].map(() => sent(['Ann', 'six\no’clock'], 'bike_ready', messageId))))
      ok(answer);
    expect((await untilSent(number, before + 1)).slice(before)).toEqual([
      'Hello Ann, your bike is ready until six o’clock.',
    ]);
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'sent',
    );
    const { transcript } = await olga.get(conversation);
    expect(transcript.at(-1)).toMatchObject({
      role: 'operator',
      text: 'Hello Ann, your bike is ready until six o’clock.',
    });
    ok(await olga.post(conversation, 'give-back'));
    expect((await sent(['Ann', 'six'])).body.code).toBe('not_claimed');
  });

  test('a day after their last line nothing is sent, until they write again', async () => {
    const { number, id, conversation } = await held();
    await database.unscoped.execute(
      sql`update channel_threads set last_in_at = last_in_at - interval '25 hours' where connection_id = ${id}`,
    );
    const asked = () =>
      meta.requests.filter(({ method, path: at }) => method === 'POST' && at.endsWith('/messages')).length;
    const before = asked();
    await say(conversation, 'Still there?');
    await until(
      () => deliveryOf(conversation),
      (found) => found?.problem === 'window',
    );
    expect(asked()).toBe(before);
    // Where only Meta knows that it is over.
    await number.says(ANN, 'Yes');
    await until(
      async () => (await olga.get(conversation)).lastMessage,
      (last) => last === 'Yes',
    );
    number.passes(25 * HOUR);
    await say(conversation, 'Good.');
    await until(
      () => deliveryOf(conversation),
      (found) => found?.problem === 'window',
    );
    await number.says(ANN, 'Hello again');
    const sent = number.sent(ANN).length;
    await say(conversation, 'Hello!');
    await untilSent(number, sent + 1);
    ok(await olga.post(conversation, 'give-back'));
  });

  test('a send without an answer is settled by what is told of it, and not sent again', async () => {
    const { number, conversation } = await held();
    const before = number.sent(ANN).length;
    meta.next('reset', { on: /POST \d+\/messages/ });
    await say(conversation, 'We have two left.');
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'unsure',
    );
    await number.post(number.told(ANN, number.sent(ANN).at(-1)!, 'delivered'));
    await until(
      () => deliveryOf(conversation),
      (found) => found?.state === 'delivered',
    );
    await say(conversation, 'Until Sunday.');
    await untilSent(number, before + 2);
    expect(texts(number).slice(before)).toEqual(['Olga: We have two left.', 'Olga: Until Sunday.']);
    ok(await olga.post(conversation, 'give-back'));
  });

  test.each(['tooMany', 'broken', 'down'] as const)('where Meta is %s, the answer arrives once', async (fault) => {
    const { number, read } = await connected();
    meta.next(fault, { on: /POST \d+\/messages/, times: 2 });
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    await until(read, (found) => found?.waiting === 0);
    expect(number.sent(ANN)).toHaveLength(1);
  });

  test('a token that ends: one call more, one notification; with a new one what waited is sent', async () => {
    const { number, read } = await connected();
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    const old = number.app.token;
    meta.reissue(number);
    const calls = () =>
      meta.requests.filter(({ token, path: at }) => token === old && at === `${number.phoneNumberId}/messages`).length;
    const sofar = calls();
    await number.says(ANN, 'When are you open?');
    await until(read, (found) => found?.state === 'token_dead');
    // The typing sign and the answer.
    expect(calls() - sofar).toBeLessThanOrEqual(2);
    expect(await read()).toMatchObject({ waiting: 1 });
    ok(await connect(number));
    await until(read, (found) => found?.state === 'connected' && found.waiting === 0);
    await untilSent(number, 2);
  });

  test('an app secret that was changed at Meta ends it as a dead token does, by a send and by the nightly check', async () => {
    const { number, read } = await connected();
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    const change = () => {
      number.app.secret = randomBytes(16).toString('hex');
    };
    await number.says(ANN, 'When are you open?');
    change();
    await until(read, (found) => found?.state === 'token_dead');
    expect(await read()).toMatchObject({ waiting: 1 });
    ok(await connect(number));
    await untilSent(number, 2);
    change();
    const deps = {
      database,
      channels: makeChannels(meta.url),
      secretKey: testSecretKey,
      hookBase: `${PUBLIC_URL}/api/na/hooks`,
    };
    await checkChannels({ ...deps, systemScope: testSystemScope, makeScope });
    expect(await read()).toMatchObject({ state: 'token_dead' });
  });

  test('removed, Meta calls nobody for it, and its conversations stay', async () => {
    const { number, id } = await connected();
    await number.says(ANN, BIKE);
    await untilSent(number, 1);
    const conversation = await conversationOf(id);
    ok(await api.call('DELETE', `${path}/${id}`, { caller: owner.caller }));
    expect(number.hookUrl()).toBeNull();
    expect(await olga.get(conversation)).toMatchObject({ id: conversation, channel: null });
  });
});

describe.each(await openJourneyDatabases())('without a public address on $name', async ({ database }) => {
  const meta = await startMetaStandIn();
  const api = await startTestApi(database);
  afterAll(async () => {
    await api.stop();
    await meta.close();
  });

  test('WhatsApp is not connected, and the reason is said', async () => {
    const { owner, agentId } = await makeInbox(api, database, 0);
    const { phoneNumberId, accountId, app } = meta.addNumber();
    const answer = await api.call('POST', `/v2/workspaces/${owner.uid}/agents/${agentId}/channels/whatsapp`, {
      caller: owner.caller,
      body: { phoneNumberId, accountId, token: app.token, appSecret: app.secret },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no public https address') },
    });
    expect(meta.requests).toEqual([]);
  });
});
