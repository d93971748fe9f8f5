import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { checkChannels } from '../../src/domain/channels/check-channels.ts';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { makeChannels } from '../factories/channels-factory.ts';
import { startTestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startMetaStandIn } from '../harness/meta-stand-in.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const ANN = '7000000000000001';
const BEN = '7000000000000002';
const HOUR = 3_600_000;

describe.each(await openJourneyDatabases())('an agent on Messenger on $name', async ({ database }) => {
  let origin = '';
  const meta = await startMetaStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, META_GRAPH_URL: meta.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await meta.close();
  });
  const world = await makeChannelWorld(api, database);
  const { olga, path, list, conversationOf, deliveryOf, say } = world;
  type Page = ReturnType<typeof meta.addPage>;
  const inputOf = ({ app, metaApp }: Page) => ({ appId: metaApp.id, appSecret: metaApp.secret(), token: app.token });
  const connect = (page: Page, more: object = {}) => world.connect('messenger', { ...inputOf(page), ...more });
  const connected = async (more: Parameters<typeof meta.addPage>[0] = {}) => {
    const page = meta.addPage(more);
    const { id }: { id: string } = ok(await connect(page));
    return { page, id, read: () => world.read(id) };
  };
  const untilSent = (page: Page, count: number, to = ANN) =>
    until(
      async () => page.sent(to).map(({ text }) => text),
      (all) => all.length >= count,
    );
  const untilDelivery = (conversation: string, hoped: object) =>
    until(
      () => deliveryOf(conversation),
      (found) => Object.entries(hoped).every(([key, value]) => found?.[key as 'state'] === value),
    );
  /** Claimed by a person, after the agent has answered. */
  const held = async () => {
    const made = await connected();
    await made.page.says(ANN, BIKE);
    await untilSent(made.page, 1);
    const conversation = await conversationOf(made.id);
    ok(await olga.post(conversation, 'claim'));
    return { ...made, conversation };
  };
  const giveBack = async (conversation: string) => ok(await olga.post(conversation, 'give-back'));
  const check = () => {
    const deps = { database, channels: makeChannels(meta.url), secretKey: testSecretKey };
    return checkChannels({ ...deps, hookBase: `${PUBLIC_URL}/api/na/hooks`, systemScope: testSystemScope, makeScope });
  };

  test('a page is connected by its token, and answers as plain text with its source', async () => {
    const { page, id, read } = await connected();
    expect(await read()).toMatchObject({ provider: 'messenger', state: 'waiting', name: 'Harbour' });
    expect(await read()).toMatchObject({ handle: 'harbour.example', externalId: page.id, accountId: page.metaApp.id });
    expect(page.metaApp.hookUrl()).toMatch(`${PUBLIC_URL}/api/na/hooks/messenger/`);
    expect(page.metaApp.hookFields()).toContain('message_reads');
    const shown = JSON.stringify(await list());
    for (const secret of [page.app.token, page.metaApp.secret()]) expect(shown).not.toContain(secret);
    expect(await page.presses(ANN, 'Get started', 'GET_STARTED')).toEqual([200]);
    const [greeting] = await untilSent(page, 1);
    expect(greeting).toMatch(/^You are talking to an AI/);
    await page.presses(ANN, BIKE, 'PRICE');
    const [, answer] = await untilSent(page, 2);
    expect(answer).toContain('An electric bike costs 28 euros a day.');
    expect(answer).not.toMatch(/\[1\]|[*_]/);
    expect(page.actions).toEqual(['mark_seen', 'typing_on']);
    expect(await read()).toMatchObject({ state: 'connected', lastInAt: expect.any(String), waiting: 0 });
    const { transcript } = await olga.get(await conversationOf(id));
    expect(transcript.map(({ role }: { role: string }) => role)).toContain('visitor');
  });

  test('what is wrong of an app or a token is said at its field, and nothing is connected', async () => {
    const page = meta.addPage({ name: 'Wrong' });
    const cases: [object, string, string][] = [
      [{ token: `EAA${'x'.repeat(60)}` }, 'token', 'made for another app'],
      [{ token: meta.addPage().app.token }, 'token', 'made for another app'],
      [
        { token: meta.addPage({ app: page.metaApp, tokenType: 'USER' }).app.token },
        'token',
        'not the access token of a',
      ],
      [{ appSecret: 'f'.repeat(32) }, 'appSecret', 'does not know an app'],
      [{ appId: '999999999999999' }, 'appSecret', 'does not know an app'],
      [{ appId: 'harbour' }, 'appId', 'This is not an ID of Meta'],
    ];
    for (const [more, field, message] of cases) {
      const { status, body } = await connect(page, more);
      expect(status).toBe(400);
      expect(body.issues[0]).toMatchObject({ path: field, message: expect.stringContaining(message) });
    }
    const gone = page.app.token;
    meta.reissue(page);
    const { body } = await connect(page, { token: gone });
    expect(body.issues[0]).toMatchObject({
      path: 'token',
      message: expect.stringContaining('refuses this access token'),
    });
    expect(await list()).not.toContainEqual(expect.objectContaining({ name: 'Wrong' }));
    expect(page.metaApp.hookUrl()).toBeNull();
  });

  test('an app that answers elsewhere is taken over only where that is said', async () => {
    const page = meta.addPage({ name: 'Dock', username: null });
    page.metaApp.setHook('https://else.example.test/hook');
    expect(await connect(page)).toMatchObject({
      status: 409,
      body: { message: 'Dock answers for else.example.test. Take over?' },
    });
    expect(page.metaApp.hookUrl()).toBe('https://else.example.test/hook');
    expect(ok(await connect(page, { takesOver: true }))).toMatchObject({ handle: page.id });
    expect(page.metaApp.hookUrl()).toMatch(PUBLIC_URL);
    page.metaApp.setHook('https://else.example.test/hook');
    await check();
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'Dock', state: 'taken_over' }));
  });

  test('pages of one app are answered each, at whichever address it is called, and when one of them is removed', async () => {
    const one = await connected({ name: 'One' });
    const two = await connected({ name: 'Two', app: one.page.metaApp });
    await check();
    for (const { read } of [one, two]) expect(await read()).toMatchObject({ state: 'waiting' });
    await one.page.says(ANN, BIKE);
    await two.page.says(ANN, BIKE);
    for (const { page, read } of [one, two]) {
      await untilSent(page, 1);
      expect(await read()).toMatchObject({ state: 'connected' });
    }
    ok(await api.call('DELETE', `${path}/${two.id}`, { caller: world.owner.caller }));
    expect(two.page.isSubscribed()).toBe(false);
    expect(await one.page.says(BEN, BIKE)).toEqual([200]);
    await untilSent(one.page, 1, BEN);
    expect(two.page.sent(BEN)).toEqual([]);
    ok(await api.call('DELETE', `${path}/${one.id}`, { caller: world.owner.caller }));
    expect(one.page.metaApp.hookUrl()).toBeNull();
  });

  test('what is told five times, in any order, is taken once; what is not signed is refused', async () => {
    const { page, id } = await connected();
    const lines = Array.from({ length: 4 }, (_, at) => page.write(ANN, { text: `Line ${at}` }));
    await page.post(...lines, ...lines.toReversed(), ...lines, ...lines.toReversed(), ...lines);
    await untilSent(page, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.filter(({ role }: { role: string }) => role === 'visitor');
    expect(said.map(({ text }: { text: string }) => text)).toEqual(lines.map((_, at) => `Line ${at}`));
    const forged = JSON.stringify(page.write(BEN, { text: 'Forged' }));
    expect((await page.deliver(forged, 'other')).status).toBe(401);
    const { rows } = await database.unscoped.execute(
      sql`select 1 from channel_threads where connection_id = ${id} and thread = ${BEN}`,
    );
    expect(rows).toEqual([]);
  });

  test('a picture comes in, asked for without a token; a sticker and a file elsewhere are told that they cannot be read', async () => {
    const { page, id } = await connected();
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await page.sends(ANN, 'image', new Uint8Array(picture), { text: 'Our boat' });
    await untilSent(page, 1);
    const { transcript } = await olga.get(await conversationOf(id));
    const said = transcript.find(({ role }: { role: string }) => role === 'visitor');
    expect(said).toMatchObject({ text: 'Our boat', attachments: [{ name: 'photo.jpg', type: 'image/jpeg' }] });
    const like = { type: 'image', payload: { url: `${meta.url}/files/1`, sticker_id: 369239263222822 } };
    await page.post(page.write(ANN, { attachments: [like], sticker_id: 369239263222822 }));
    const cannot = 'I can read text, pictures and documents here, but not this.';
    expect((await untilSent(page, 2)).at(-1)).toBe(cannot);
    const elsewhere = { type: 'file', payload: { url: `http://127.0.0.1:9/secret.txt` } };
    await page.post(page.write(BEN, { attachments: [elsewhere] }));
    expect((await untilSent(page, 1, BEN)).at(-1)).toContain(cannot);
  });

  test('a person answers with a picture; all that had left by a time is delivered, then read, and never falls', async () => {
    const { page, conversation } = await held();
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(picture)], 'boat.png', { type: 'image/png' });
    const stored = await world.addFile(conversation, file);
    const before = page.sent(ANN).length;
    await say(conversation, 'Here is our **boat**.', [stored]);
    await untilSent(page, before + 2);
    const [words, boat] = page.sent(ANN).slice(-2) as [Sent, Sent];
    expect(words).toMatchObject({ text: 'Olga: Here is our boat.', type: 'text' });
    expect(boat).toMatchObject({ type: 'image', file: { name: 'boat.png', type: 'image/png' } });
    await untilDelivery(conversation, { state: 'sent' });
    // Only the first had left by then.
    await page.post(page.read(ANN, words.at));
    await page.post(page.delivered(ANN, boat.at));
    await untilDelivery(conversation, { state: 'delivered' });
    await page.post(page.read(ANN, boat.at));
    await untilDelivery(conversation, { state: 'read' });
    await page.post(page.delivered(ANN, boat.at + 1), page.echo(ANN, boat));
    await page.says(ANN, 'Great');
    await world.untilSaid(conversation, 'Great');
    expect(await deliveryOf(conversation)).toMatchObject({ state: 'read', problem: null });
    // What is said after that is not read by it.
    await page.post(page.read(ANN, boat.at + 2));
    await say(conversation, 'Until Sunday.');
    await untilDelivery(conversation, { state: 'sent' });
    await giveBack(conversation);
  });
  type Sent = ReturnType<Page['sent']>[number];

  test('a send without an answer is settled by its echo; the echo of another app says nothing', async () => {
    const { page, conversation } = await held();
    const before = page.sent(ANN).length;
    meta.next('reset', { on: /POST me\/messages/ });
    await say(conversation, 'We have two left.');
    await untilDelivery(conversation, { state: 'unsure' });
    await page.post(page.echo(ANN, page.sent(ANN).at(-1) as Sent, '424242424242424'));
    await page.says(ANN, 'Hm');
    await world.untilSaid(conversation, 'Hm');
    expect(await deliveryOf(conversation)).toMatchObject({ state: 'unsure' });
    await page.post(page.read(ANN, Date.now()));
    await page.post(page.echo(ANN, page.sent(ANN).at(-1) as Sent));
    await untilDelivery(conversation, { state: 'sent' });
    await say(conversation, 'Until Sunday.');
    await untilSent(page, before + 2);
    expect(page.sent(ANN).slice(before)).toHaveLength(2);
    await giveBack(conversation);
  });

  test('a day after their last line nothing arrives; who does not want to hear of us is no dead token', async () => {
    const { page, conversation, read } = await held();
    page.passes(25 * HOUR);
    await say(conversation, 'Still there?');
    await untilDelivery(conversation, { state: 'failed', problem: 'window' });
    // Planted: whatever became of it -> it reads as replied to in the list.
    const listed = async () => (await olga.list()).items.find(({ id }: { id: string }) => id === conversation);
    expect(await listed()).toMatchObject({ isUndelivered: true });
    await page.says(ANN, 'Yes');
    await world.untilSaid(conversation, 'Yes');
    page.shut(ANN);
    await say(conversation, 'Good.');
    await untilDelivery(conversation, { state: 'failed', problem: 'blocked' });
    expect(await read()).toMatchObject({ state: 'connected' });
    await giveBack(conversation);
  });

  // Planted: what is said of who left counts as a person's -> it is sent. The tag within the day -> Meta refuses what is said then.
  test('for six days more a person may answer, and no machine, where Meta lets them', async () => {
    const { page, id, conversation } = await held();
    const passes = async (hours: number) => {
      page.passes(hours * HOUR);
      await database.unscoped.execute(
        sql`update channel_threads set last_in_at = last_in_at - ${hours}::int * interval '1 hour' where connection_id = ${id}`,
      );
    };
    const window = async () => (await olga.get(conversation)).window;
    expect(await window()).toMatchObject({ isOver: false, after: 'person' });
    await say(conversation, 'Today.');
    await untilDelivery(conversation, { state: 'sent' });
    await passes(25);
    const told = await window();
    expect(told).toMatchObject({ isOver: true, after: 'person' });
    expect(Date.parse(told.personUntil) - Date.parse(told.until)).toBe(6 * 24 * HOUR);
    await say(conversation, 'Tomorrow.');
    await untilDelivery(conversation, { state: 'sent' });
    expect(page.sent(ANN).slice(-2)).toMatchObject([
      { text: 'Olga: Today.', tag: '' },
      { text: 'Olga: Tomorrow.', tag: 'HUMAN_AGENT' },
    ]);
    // What is said of who left is no person's.
    await giveBack(conversation);
    ok(await olga.post(conversation, 'claim'));
    await say(conversation, 'Back again.');
    await until(
      async () => page.sent(ANN).at(-1)?.text,
      (text) => text === 'Olga: Back again.',
    );
    expect(
      page
        .sent(ANN)
        .slice(-2)
        .map(({ text }) => text),
    ).toEqual(['Olga: Tomorrow.', 'Olga: Back again.']);
    page.takeHumanAgent();
    await say(conversation, 'And today?');
    await untilDelivery(conversation, { state: 'failed', problem: 'window' });
    await passes(6 * 24);
    const sofar = meta.requests.length;
    await say(conversation, 'After a week.');
    await untilDelivery(conversation, { state: 'failed', problem: 'window' });
    expect(meta.requests.slice(sofar).filter(({ path }) => path.endsWith('me/messages'))).toEqual([]);
    const template = { name: 'bike_ready', language: 'en_US', values: [] };
    const sent = await olga.post(conversation, 'templates', { id: crypto.randomUUID(), template });
    expect(sent.body.code).toBe('not_found');
    await giveBack(conversation);
  });

  test('a token that ends: one notification, no more sends; with a new one what waited is sent', async () => {
    const { page, read } = await connected();
    await page.says(ANN, BIKE);
    await untilSent(page, 1);
    const old = page.app.token;
    meta.reissue(page);
    const calls = () => meta.requests.filter(({ token }) => token === old).length;
    const sofar = calls();
    await page.says(ANN, 'When are you open?');
    await until(read, (found) => found?.state === 'token_dead');
    // The sign that it was seen, and the answer.
    expect(calls() - sofar).toBeLessThanOrEqual(2);
    expect(await read()).toMatchObject({ waiting: 1 });
    ok(await connect(page));
    await until(read, (found) => found?.state === 'connected' && found.waiting === 0);
    await untilSent(page, 2);
  });
});
