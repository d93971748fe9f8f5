import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { EVERY_DAY, type SeededLead, seedLeads } from '../factories/campaign-factory.ts';
import { makeChannelWorld } from '../factories/channel-journey-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startMetaStandIn } from '../harness/meta-stand-in.ts';

const PUBLIC_URL = 'https://app.example.test';
const READY = { name: 'bike_ready', body: 'Hello {{1}}, your {{2}} is ready.', footer: 'Reply STOP to opt out.' };
const VALUES = ['{name}', 'city bike'];
const WHOLE = 'Hello Noor, your city bike is ready.\n\nReply STOP to opt out.';

describe.each(await openJourneyDatabases())('campaigns of WhatsApp templates on $name', async ({ database }) => {
  let origin = '';
  const meta = await startMetaStandIn({ reach: (url) => url.replace(PUBLIC_URL, origin) });
  const api = await startTestApi(database, { PUBLIC_URL, META_GRAPH_URL: meta.url });
  origin = api.origin;
  afterAll(async () => {
    await api.stop();
    await meta.close();
  });
  const world = await makeChannelWorld(api, database);
  const { owner, agentId, olga, conversationOf } = world;
  const { uid } = owner;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const base = `/v2/agents/${agentId}/campaigns`;
  const connect = async () => {
    const number = meta.addNumber();
    const { phoneNumberId, accountId, app } = number;
    const given = { phoneNumberId, accountId, token: app.token, appSecret: app.secret };
    const { id } = ok(await world.connect('whatsapp', given));
    number.makeTemplate(READY);
    return { number, connectionId: id as string };
  };
  let last = 500;
  const makeCampaign = async (connectionId: string, count: number, more: object = {}) => {
    const name = `Autumn ${crypto.randomUUID()}`.slice(0, 50);
    const { id: groupId } = ok(await call('POST', `/v2/agents/${agentId}/leads/groups`, { name }));
    const leads = await seedLeads(database, { uid, agentId, groupId: groupId as string, count, first: last + 1 });
    last += count;
    const template = { name: 'bike_ready', language: 'en_US', values: VALUES };
    const given = { kind: 'whatsapp', name: 'Autumn', connectionId, groupIds: [groupId], template, ...EVERY_DAY };
    const { id } = ok(await call('POST', base, { ...given, ...more }));
    return { id: id as string, groupId: groupId as string, leads: leads as [SeededLead, ...SeededLead[]] };
  };
  const read = async (id: string) => ok(await call('GET', `${base}/${id}`));
  const start = async (id: string) => ok(await call('POST', `${base}/${id}/start`));
  const untilIs = (id: string, is: (campaign: { counts: Record<string, number>; state: string }) => boolean) =>
    until(
      () => read(id),
      (campaign) => is(campaign as never),
      30_000,
    );
  const threadOf = ({ number }: SeededLead) => number.slice(1);

  test('templates are listed as the number has them, page after page, with why some cannot be sent', async () => {
    const { number, connectionId } = await connect();
    number.makeTemplate({
      name: 'named',
      body: 'Hello {{first_name}}, it is {{first_name}} again',
      category: 'UTILITY',
    });
    number.makeTemplate({ name: 'waits', body: 'Hello', status: 'PENDING' });
    number.makeTemplate({ name: 'picture', body: 'Hello', header: { format: 'IMAGE' } });
    number.makeTemplate({ name: 'code', body: '{{1}} is your code', category: 'AUTHENTICATION' });
    number.makeTemplate({
      name: 'link',
      body: 'Hello',
      buttons: [{ type: 'URL', text: 'Open', url: 'https://example.com/{{1}}' }],
    });
    for (let n = 0; n < 120; n += 1) number.makeTemplate({ name: `many_${n}`, body: 'Hello' });
    const list = async () => ok(await call('GET', `${base}/templates?connectionId=${connectionId}`)).items;
    const found = await list();
    expect(found).toHaveLength(126);
    const of = (name: string) => found.find((one: { name: string }) => one.name === name);
    expect(of('bike_ready')).toEqual({
      ...{ name: 'bike_ready', language: 'en_US', category: 'marketing', places: ['1', '2'], buttons: [], fault: null },
      text: 'Hello {{1}}, your {{2}} is ready.\n\nReply STOP to opt out.',
    });
    expect(of('named')).toMatchObject({ places: ['first_name'], category: 'utility', fault: null });
    for (const [name, fault] of [
      ['waits', 'not_approved'],
      ['picture', 'parts'],
      ['code', 'authentication'],
      ['link', 'parts'],
    ] as const)
      expect(of(name)).toMatchObject({ fault });
    // Those that can be sent stand first.
    expect(found.slice(-4).every(({ fault }: { fault: string | null }) => fault !== null)).toBe(true);
    const foreign = await makeChannelWorld(api, database);
    const path = `/v2/agents/${foreign.agentId}/campaigns/templates?connectionId=${connectionId}`;
    expect((await api.call('GET', path, { caller: foreign.owner.key })).body.code).toBe('not_found');
    meta.reissue(number);
    expect(await call('GET', `${base}/templates?connectionId=${connectionId}`)).toMatchObject({ status: 409 });
  });

  test('one gets it and answers, one reads it, one says stop: each stands as that', { timeout: 90_000 }, async () => {
    const { number, connectionId } = await connect();
    const { id, leads, groupId } = await makeCampaign(connectionId, 3);
    expect(await read(id)).toMatchObject({
      templateCategory: 'marketing',
      templateText: expect.stringContaining('Hello {name}, your city bike'),
    });
    await start(id);
    await untilIs(id, ({ state }) => state === 'done');
    const [ann, bob, cem] = leads.map(threadOf) as [string, string, string];
    for (const to of [ann, bob, cem]) expect(number.sent(to).map(({ text }) => text)).toEqual([WHOLE]);
    const of = (to: string) => number.sent(to)[0] as NonNullable<ReturnType<typeof number.sent>[0]>;
    // Twice, and in the wrong order: a state only rises.
    await number.post(number.told(bob, of(bob), 'read'), number.told(bob, of(bob), 'delivered'));
    await number.post(number.told(ann, of(ann), 'delivered'), number.told(ann, of(ann), 'sent'));
    await number.says(cem, 'STOP');
    expect((await read(id)).counts).toMatchObject({ delivered: 1, read: 1, opted_out: 1, sent: 0 });
    await number.says(ann, 'What does an electric bike cost?');
    await until(
      async () => number.sent(ann),
      (all) => all.length === 2,
    );
    const { transcript } = await olga.get(await conversationOf(connectionId));
    expect(transcript.map(({ text }: { text: string }) => text).slice(0, 2)).toEqual([
      WHOLE,
      'What does an electric bike cost?',
    ]);
    expect(await read(id)).toMatchObject({ replies: 1 });
    const other = await makeCampaign(connectionId, 0, { groupIds: [groupId] });
    await start(other.id);
    const done = await untilIs(other.id, ({ state }) => state === 'done');
    expect(done.skipped).toMatchObject({ opted_out: 1, contacted: 2 });
    // By SMS they may be written to still.
    const { rows } = await database.unscoped.execute<{ channel: string }>(
      sql`select channel from consents where workspace_uid = ${uid} and not is_granted and address = ${`+${cem}`}`,
    );
    expect(rows).toEqual([{ channel: 'whatsapp' }]);
  });

  test('whoever has no name is passed over where it stands in the text', async () => {
    const { number, connectionId } = await connect();
    const { id, leads } = await makeCampaign(connectionId, 2);
    await database.unscoped.execute(sql`update leads set name = ' ' where id = ${leads[0].id}`);
    const { items } = ok(await call('GET', `${base}/${id}/preview`));
    const reasonOf = ({ id: leadId }: SeededLead) =>
      items.find((one: { leadId: string }) => one.leadId === leadId).reason;
    expect(leads.map(reasonOf)).toEqual(['no_name', null]);
    await start(id);
    const done = await untilIs(id, ({ state }) => state === 'done');
    expect(done.skipped).toMatchObject({ no_name: 1 });
    expect(number.sent(threadOf(leads[0]))).toEqual([]);
  });

  test('a draft is refused until its template is whole, and takes none that cannot be sent', async () => {
    const { number, connectionId } = await connect();
    number.makeTemplate({ name: 'waits', body: 'Hello', status: 'PENDING' });
    const { id } = await makeCampaign(connectionId, 1, { template: null });
    const change = (template: object | null) => call('POST', `${base}/${id}`, { template });
    const begin = async () => (await call('POST', `${base}/${id}/start`)).body.message;
    expect(await begin()).toBe('Choose the template first.');
    for (const name of ['waits', 'nowhere'])
      expect(await change({ name, language: 'en_US', values: [] })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'template' }] },
      });
    ok(await change({ name: 'bike_ready', language: 'en_US', values: ['{name}'] }));
    expect(await begin()).toBe('Fill in every place of the template.');
    ok(await change({ name: 'bike_ready', language: 'en_US', values: VALUES }));
    // What was chosen is of that number.
    const another = await connect();
    expect(ok(await call('POST', `${base}/${id}`, { connectionId: another.connectionId }))).toMatchObject({
      template: null,
    });
    const { id: sms } = ok(await call('POST', base, { kind: 'sms', name: 'x' }));
    const template = { name: 'bike_ready', language: 'en_US', values: VALUES };
    expect((await call('POST', `${base}/${sms}`, { template })).status).toBe(400);
  });

  test('a template that was paused meanwhile pauses it after one try, and nobody counts as failed', async () => {
    const { number, connectionId } = await connect();
    const { id } = await makeCampaign(connectionId, 3);
    number.setTemplate('bike_ready', 'PAUSED');
    await start(id);
    const paused = await untilIs(id, ({ state, counts }) => state === 'paused' && counts.under_way === 0);
    expect(paused).toMatchObject({ pausedFor: 'template', counts: { waiting: 3, failed: 0 } });
    number.setTemplate('bike_ready', 'APPROVED');
    await start(id);
    await untilIs(id, ({ state }) => state === 'done');
  });

  test('whoever told WhatsApp to stop is off in all campaigns', async () => {
    const { number, connectionId } = await connect();
    const { id, leads, groupId } = await makeCampaign(connectionId, 1);
    number.stopMarketing(threadOf(leads[0]));
    await start(id);
    const done = await untilIs(id, ({ state }) => state === 'done');
    expect(done.counts).toMatchObject({ opted_out: 1 });
    const other = await makeCampaign(connectionId, 0, { groupIds: [groupId] });
    await start(other.id);
    expect((await untilIs(other.id, ({ state }) => state === 'done')).skipped).toMatchObject({ opted_out: 1 });
  });

  test.each(['reset', 'garbage', 'broken'] as const)(
    'one that Meta answered with %s is never sent again; what it tells later settles it',
    { timeout: 60_000 },
    async (fault) => {
      const { number, connectionId } = await connect();
      const { id, leads } = await makeCampaign(connectionId, 1);
      const to = threadOf(leads[0]);
      meta.next(fault, { on: new RegExp(`^POST ${number.phoneNumberId}/messages`) });
      await start(id);
      const posts = () =>
        meta.requests.filter(({ method, path }) => method === 'POST' && path === `${number.phoneNumberId}/messages`)
          .length;
      await until(
        async () => posts(),
        (asked) => asked === 1,
      );
      await untilIs(id, ({ counts }) => counts.under_way === 1);
      const [sent] = number.sent(to);
      if (sent) await number.post(number.told(to, sent, 'delivered'));
      else
        await database.unscoped.execute(
          sql`update campaign_attempts set begun_at = begun_at - interval '16 minutes' where campaign_id = ${id}`,
        );
      const done = await untilIs(id, ({ state }) => state === 'done');
      expect(done.counts).toMatchObject(sent ? { delivered: 1 } : { unsure: 1 });
      expect(posts()).toBe(1);
    },
  );

  test('a test goes to whoever wrote to the number', async () => {
    const { number, connectionId } = await connect();
    const { id } = await makeCampaign(connectionId, 0);
    const phone = '12025558811';
    const send = () => call('POST', `${base}/${id}/test`, { number: `+${phone}` });
    expect((await send()).status).toBe(400);
    await number.says(phone, 'Hello');
    await until(
      async () => number.sent(phone).length,
      (sent) => sent > 0,
    );
    ok(await send());
    expect(number.sent(phone).at(-1)?.text).toBe('Hello Alex, your city bike is ready.\n\nReply STOP to opt out.');
  });
});
