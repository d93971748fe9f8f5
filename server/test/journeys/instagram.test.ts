import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startMetaStandIn } from '../harness/meta-stand-in.ts';

const PUBLIC_URL = 'https://app.example.test';
const BIKE = 'What does an electric bike cost?';
const ANN = '9000000000000001';
const BEN = '7000000000000002';

// What differs from Messenger, whose journey walks what both share.
describe.each(await openJourneyDatabases())('an agent on Instagram on $name', async ({ database }) => {
  let origin = '';
  const meta = await startMetaStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, META_GRAPH_URL: meta.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await meta.close();
  });
  const { owner, olga, path, list, read, connect, conversationOf, deliveryOf, say, addFile } = await makeChannelWorld(
    api,
    database,
  );
  type Page = ReturnType<typeof meta.addPage>;
  const inputOf = ({ app, metaApp }: Page) => ({ appId: metaApp.id, appSecret: metaApp.secret(), token: app.token });
  const connected = async (page = meta.addPage({ instagram: 'harbour.bikes' })) => {
    const { id }: { id: string } = ok(await connect('instagram', inputOf(page)));
    return { page, account: page.instagram, id };
  };
  const untilSent = (account: Page['instagram'], count: number, to = ANN) =>
    until(
      async () => account.sent(to).map(({ text }) => text),
      (all) => all.length >= count,
    );
  const untilState = (conversation: string, state: string) =>
    until(
      () => deliveryOf(conversation),
      (found) => found?.state === state,
    );
  const remove = async (id: string) => ok(await api.call('DELETE', `${path}/${id}`, { caller: owner.caller }));

  test('the account of a page is connected by the page’s token, and answers', async () => {
    const { page, account, id } = await connected();
    const shown = {
      provider: 'instagram',
      handle: 'harbour.bikes',
      externalId: account.id,
      accountId: page.metaApp.id,
    };
    expect(await read(id)).toMatchObject({ ...shown, state: 'waiting', name: 'Harbour' });
    expect(page.metaApp.hookUrl('instagram')).toMatch(`${PUBLIC_URL}/api/na/hooks/instagram/`);
    expect(page.metaApp.hookUrl('page')).toBeNull();
    expect(await account.says(ANN, BIKE)).toEqual([200]);
    const [answer] = await untilSent(account, 1);
    expect(answer).toContain('An electric bike costs 28 euros a day.');
    expect(account.actions).toEqual(['mark_seen', 'typing_on']);
    expect(await read(id)).toMatchObject({ state: 'connected' });
  });

  test('a page without an account is told so', async () => {
    const { status, body } = await connect('instagram', inputOf(meta.addPage({ name: 'Bare' })));
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ path: 'token', message: expect.stringContaining('No professional') });
    expect(await list()).not.toContainEqual(expect.objectContaining({ name: 'Bare' }));
  });

  test('the page and its account are connected beside each other, and each goes without the other', async () => {
    const { page, account, id } = await connected();
    const { id: pageId } = ok(await connect('messenger', inputOf(page)));
    await account.says(ANN, BIKE);
    await page.says(BEN, BIKE);
    await untilSent(account, 1);
    await until(
      async () => page.sent(BEN),
      (all) => all.length === 1,
    );
    await remove(pageId);
    expect([page.metaApp.hookUrl('page'), page.isSubscribed()]).toEqual([null, true]);
    await account.says(ANN, 'When are you open?');
    await untilSent(account, 2);
    await remove(id);
    expect([page.metaApp.hookUrl('instagram'), page.isSubscribed()]).toEqual([null, false]);
  });

  test('a long message goes in pieces of 1,000 bytes with a picture; all of it is read when the last is', async () => {
    const { account, id } = await connected();
    await account.says(ANN, BIKE);
    await untilSent(account, 1);
    const conversation = await conversationOf(id);
    ok(await olga.post(conversation, 'claim'));
    const before = account.sent(ANN).length;
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(picture)], 'boat.png', { type: 'image/png' });
    const words = Array.from({ length: 240 }, (_, at) => `größer${at}`).join(' ');
    await say(conversation, words, [await addFile(conversation, file)]);
    await untilState(conversation, 'sent');
    const sent = account.sent(ANN).slice(before);
    const texts = sent.filter(({ type }) => type === 'text').map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join(' ').replace('Olga: ', '')).toBe(words);
    expect(sent.at(-1)).toMatchObject({ type: 'image', file: { type: 'image/png' } });
    await account.post(account.seen(ANN, sent.at(-1)?.id ?? ''));
    await untilState(conversation, 'read');
    ok(await olga.post(conversation, 'give-back'));
  });

  test('a picture comes in; a story, a deleted line and its own echo are no lines', async () => {
    const { account, id } = await connected();
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await account.sends(ANN, 'image', new Uint8Array(picture), { text: 'Our boat' });
    await untilSent(account, 1);
    const conversation = await conversationOf(id);
    const { transcript } = await olga.get(conversation);
    const said = transcript.find(({ role }: { role: string }) => role === 'visitor');
    expect(said).toMatchObject({ text: 'Our boat', attachments: [{ name: 'photo.jpg', type: 'image/jpeg' }] });
    await account.post(account.write(ANN, { is_deleted: true }));
    const echo = { sender: { id: account.id }, recipient: { id: ANN }, timestamp: Date.now() };
    await account.post(account.payload({ ...echo, message: { mid: 'm_echo', is_echo: true, text: 'From the phone' } }));
    const story = { type: 'story_mention', payload: { url: `${meta.url}/files/1` } };
    await account.post(account.write(ANN, { attachments: [story] }));
    expect((await untilSent(account, 2)).at(-1)).toContain('but not this');
    await account.says(ANN, 'Thanks');
    await untilSent(account, 3);
    const { transcript: whole } = await olga.get(conversation);
    const lines = whole.filter(({ role }: { role: string }) => role === 'visitor');
    expect(lines.map(({ text }: { text: string }) => text)).toEqual(['Our boat', 'Thanks']);
  });
});
