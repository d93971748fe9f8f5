import { createECDH, randomBytes } from 'node:crypto';
import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { listEventsAfter } from '../../src/domain/streams/streams.queries.ts';
import { ok, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { deskOf, makeDesk, makeDeskAgency, makeSibling } from '../factories/client-desk-factory.ts';
import { cookieOf } from '../factories/client-factory.ts';
import { mailedProps } from '../factories/people.ts';
import { follow, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

const PAGES = { canAccess: ['/convos', '/kb', '/nodes', '/channels', '/settings'] };

describe.each(await openJourneyDatabases())('pages of clients on $name', async ({ database }) => {
  const pushService = await startWebhookReceiver(() => ({ status: 201 }));
  const environment = { PUBLIC_URL: 'https://platform.example.com', OUTBOUND_ALLOW_SITES: pushService.pair };
  const api = await startTestApi(database, environment);
  afterAll(async () => {
    await api.stop();
    await pushService.close();
  });
  const agency = await makeDeskAgency(api);
  const sibling = await makeSibling(api, agency);
  const cleo = await makeDesk(api, agency, PAGES);
  const reader = await makeDesk(api, agency, { canAccess: ['/home'] });
  const stranger = await makeDesk(api, sibling, PAGES);
  const { agentId } = agency;

  test('conversations: those of visitors with their own agents, to list, read and take away', async () => {
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, 'What does an electric bike cost?'));
    await settledMessages(api, agency.owner, chat);
    const caller = agency.owner.key;
    const trial = ok(
      await api.call('POST', `/v2/agents/${agentId}/test-conversations`, { caller, body: { lang: 'de-AT' } }),
    );
    expect(trial.messages[0].text).toBe('Hallo, wie kann ich Ihnen helfen?');
    const listed = ok(await cleo.inWorkspace('GET', '/conversations?limit=50&channel=test')).items;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([chat.conversationId]);
    expect(ok(await stranger.inWorkspace('GET', '/conversations?limit=50')).items).toEqual([]);
    expect((await stranger.inWorkspace('GET', `/conversations?limit=50&agentId=${agentId}`)).status).toBe(404);
    const path = `/v2/conversations/${chat.conversationId}`;
    expect(ok(await cleo.call('GET', path))).toMatchObject({ canErase: false, canTrace: false, canTakeOver: true });
    expect((await cleo.call('DELETE', path)).status).toBe(404);
    expect((await stranger.call('GET', path)).status).toBe(404);
    for (const what of ['', '/export?format=txt'])
      expect((await cleo.call('GET', `/v2/conversations/${trial.conversationId}${what}`)).status).toBe(404);
    expect((await cleo.call('GET', `${path}/export?format=txt`)).text).toContain('28 euros');
    const exported = await cleo.inWorkspace('GET', '/conversations/export?format=jsonl');
    expect(exported.text).toContain(chat.conversationId);
    expect((await stranger.inWorkspace('GET', '/conversations/export?format=jsonl')).text).not.toContain('28 euros');
  });

  test('what an answer cost is told to the workspace, and to no visitor and no client', async () => {
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, 'What does an electric bike cost?'));
    const [, , answer] = await settledMessages(api, agency.owner, chat);
    expect(answer?.credits).toBe(1);
    const one = `/v2/conversations/${chat.conversationId}`;
    const list = `/v2/workspaces/${agency.owner.uid}/conversations`;
    const told = [`/v2/agents/${agentId}/conversations?limit=5`, `${list}?limit=5`, one, `${one}/export?format=json`];
    const paths = [...told, ...['csv', 'jsonl'].map((format) => `${list}/export?format=${format}`)];
    for (const path of paths) {
      expect((await api.call('GET', path, { caller: agency.owner.key })).text, path).toContain('credits');
      const shown = await cleo.call('GET', path);
      expect(shown.text, path).toContain(chat.conversationId);
      expect(shown.text, path).not.toContain('credits');
    }
    expect((await cleo.open(chat.conversationId)).text).not.toContain('credits');
    const own = `/public/conversations/${chat.conversationId}`;
    expect((await api.call('GET', own, { caller: chat.visitor })).text).not.toContain('credits');
    for (const stream of [await follow(api.origin, chat, '0'), await cleo.watch(chat.conversationId)]) {
      const done = await until(
        async () => stream.frames.find(({ event }) => event === 'done'),
        (found) => found !== undefined,
      );
      await stream.leave();
      expect(done?.data).not.toHaveProperty('credits');
    }
    // Neither is it stored, and a row of an older version is read without it.
    const { rows } = (await database.unscoped.execute(
      sql`select data from conversation_events where conversation_id = ${chat.conversationId} and event = 'done'`,
    )) as unknown as { rows: { data: object }[] };
    expect(rows).toHaveLength(1);
    expect(rows[0]?.data).not.toHaveProperty('credits');
    await database.unscoped.execute(sql`update conversation_events set data = data || '{"credits": 1}'
      where conversation_id = ${chat.conversationId} and event = 'done'`);
    const scope = makeScope(agency.owner.uid as WorkspaceUid);
    const conversationId = chat.conversationId as ConversationId;
    const stored = await database.transaction(scope, (tx) => listEventsAfter(tx, scope, conversationId, 0));
    expect(JSON.stringify(stored)).toContain('citations');
    expect(JSON.stringify(stored)).not.toContain('credits');
  });

  test('a page that was not given opens nothing of it', async () => {
    for (const [method, path, body] of [
      ['GET', `/v2/workspaces/${agency.owner.uid}/inbox`],
      ['GET', `/v2/workspaces/${agency.owner.uid}/conversations?limit=5`],
      ['GET', `/v2/agents/${agentId}/knowledge?limit=5`],
      ['POST', `/v2/agents/${agentId}/publish`, {}],
    ] as const)
      expect(`${path} ${(await reader.call(method, path, body)).status}`).toBe(`${path} 403`);
    expect((await reader.call('GET', `/v2/agents/${agentId}`)).status).toBe(200);
  });

  test('knowledge: documents of their own agents', async () => {
    const body = { kind: 'text', title: 'Hours', text: 'We open at nine.' };
    const { id } = ok(await cleo.call('POST', `/v2/agents/${agentId}/knowledge`, body));
    await until(
      async () => ok(await cleo.call('GET', `/v2/agents/${agentId}/knowledge/${id}`)).state,
      (state) => state === 'SUCCESS',
    );
    expect((await stranger.call('GET', `/v2/agents/${agentId}/knowledge/${id}`)).status).toBe(404);
    expect((await cleo.call('POST', `/v2/agents/${sibling.agentId}/knowledge`, body)).status).toBe(404);
    ok(await cleo.call('DELETE', `/v2/agents/${agentId}/knowledge/${id}`));
  });

  test('the prompt, published under the client’s name; what it costs and may do is the agency’s', async () => {
    const read = async () => ok(await cleo.call('GET', `/v2/agents/${agentId}`));
    const { settings, draftRevision } = await read();
    const save = (change: object) =>
      cleo.call('POST', `/v2/agents/${agentId}`, { settings: { ...settings, ...change }, draftRevision });
    for (const change of [
      { limits: { ...settings.limits, monthlyCredits: 1_000_000 } },
      { model: { ...settings.model, maxOutputTokens: 4_000 } },
      { greeting: 'Hi', handoff: { ...settings.handoff, isEnabled: false } },
    ])
      expect((await save(change)).status).toBe(403);
    ok(await save({ greeting: 'Welcome to the harbour.' }));
    expect(await read()).toMatchObject({ lastModifiedBy: 'Cleo', hasUnpublishedChanges: true });
    ok(await cleo.call('POST', `/v2/agents/${agentId}/publish`, {}));
    const shown = ok(await api.call('GET', `/public/agents/${agentId}`)).data;
    expect(shown.greeting).toBe('Welcome to the harbour.');
    const caller = agency.owner.key;
    const [version] = ok(await api.call('GET', `/v2/agents/${agentId}/versions`, { caller })).items;
    expect(version.author).toBe('Cleo');
    expect((await agency.audit()).at(-1)).toBe(`client:${cleo.ID} agent.publish ${agentId}`);

    // What the agency is still at goes out with nobody else's word.
    const now = await read();
    const unfinished = { ...now.settings, handoff: { ...now.settings.handoff, giveBackMinutes: 3 } };
    const body = { settings: unfinished, draftRevision: now.draftRevision };
    ok(await api.call('POST', `/v2/agents/${agentId}`, { caller, body }));
    const refused = await cleo.call('POST', `/v2/agents/${agentId}/publish`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your provider has changes') },
    });
    ok(await api.call('POST', `/v2/agents/${agentId}/publish`, { caller, body: {} }));
  });

  test('whoever may make agents works with what they made, and so does their org', async () => {
    const make = (who: typeof cleo) => who.inWorkspace('POST', '/agents', { title: 'Second' });
    expect((await make(cleo)).status).toBe(403);
    ok(await agency.asOwner('POST', `/clients/${cleo.ID}`, { allowCreateAgents: true }));
    const { ID } = ok(await make(cleo));
    expect(ok(await cleo.inWorkspace('GET', '/agents?limit=50')).items.map((one: { ID: string }) => one.ID)).toEqual(
      expect.arrayContaining([ID, agentId]),
    );
    expect(ok(await agency.asOwner('GET', `/orgs/${agency.orgId}`)).widgetIDs).toContain(ID);
    expect((await stranger.call('GET', `/v2/agents/${ID}`)).status).toBe(404);
    expect(ok(await stranger.inWorkspace('GET', '/agents?limit=50')).total).toBe(1);
  });

  test('a client is told of requests at their agents, by mail in the agency’s name, and marks them for themselves', async () => {
    await cleo.online();
    const list = async (who: typeof cleo) => ok(await who.inWorkspace('GET', '/notifications')).items;
    const chat = await startWaitingChat(api, agentId);
    const [told] = await until(
      () => list(cleo),
      (items) => items.some(({ urlPathname }: { urlPathname: string }) => urlPathname.includes(chat.conversationId)),
    );
    // Level 1 is for whoever wants all.
    expect(told).toMatchObject({
      notificationLevel: 2,
      kind: 'person_requested',
      seen: false,
      urlPathname: `/app/na/agents/${agentId}/convos?view=inbox&chat=${chat.conversationId}`,
    });
    expect(await list(stranger)).toEqual([]);
    expect(await list(reader)).toEqual([]);
    const mails = await until(
      () => mailedProps(database, cleo.email),
      (props) => props.some(({ url }) => String(url).includes(chat.conversationId)),
    );
    const mail = mails.find(({ url }) => String(url).includes(chat.conversationId));
    expect(mail).toMatchObject({ title: 'A visitor asks for a person' });
    expect(mail?.brandName).toBeTruthy();
    expect(String(mail?.url)).toMatch(new RegExp(`^https://${agency.host.replace('.localhost', '')}\\.`));
    expect((await stranger.inWorkspace('POST', '/notifications/seen', { ids: [told.ID] })).status).toBe(404);
    ok(await cleo.inWorkspace('POST', `/notifications/${told.ID}/read`));
    expect((await list(cleo)).map(({ ID }: { ID: string }) => ID)).not.toContain(told.ID);

    ok(await cleo.inWorkspace('POST', '/notifications/settings', { notifyThrough: 'none', notifyIf: 'all' }));
    expect(ok(await agency.asOwner('GET', `/clients/${cleo.ID}`)).notificationsSettings).toEqual({
      notifyThrough: 'none',
      notifyIf: 'all',
    });
    expect(
      (await list(cleo)).some(({ notificationLevel }: { notificationLevel: number }) => notificationLevel === 1),
    ).toBe(true);
  });

  test('whoever opened the dashboard reads without taking anything from the client', async () => {
    const dora = await makeDesk(api, agency, PAGES);
    const chat = await startWaitingChat(api, agentId);
    const list = async (who: Pick<typeof dora, 'inWorkspace'>) =>
      ok(await who.inWorkspace('GET', '/notifications')).items;
    await until(
      () => list(dora),
      (items) => JSON.stringify(items).includes(chat.conversationId),
    );
    const { code } = ok(await agency.asOwner('POST', `/clients/${dora.ID}/open`, {}));
    const opened = await agency.post('/client/open', { code });
    const looking = deskOf(api, agency, { cookie: cookieOf(opened), host: agency.host });
    ok(await looking.inWorkspace('POST', '/notifications/read'));
    expect(await list(looking)).toEqual([]);
    expect(JSON.stringify(await list(dora))).toContain(chat.conversationId);
    expect(
      (await looking.inWorkspace('POST', '/notifications/settings', { notifyThrough: 'none', notifyIf: 'all' })).status,
    ).toBe(403);
  });

  test('push messages reach the browsers of the agent’s clients, and of nobody else', async () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
    const dora = await makeDesk(api, agency, PAGES);
    await dora.online();
    for (const [who, name] of [
      [dora, 'dora'],
      [stranger, 'stranger'],
    ] as const)
      ok(await who.inWorkspace('POST', '/notifications/push', { endpoint: `${pushService.url}/${name}`, keys }));
    await startWaitingChat(api, agentId);
    await until(
      async () => pushService.received.map(({ path }) => path),
      (paths) => paths.some((path) => path.endsWith('/dora')),
    );
    expect(pushService.received.filter(({ path }) => path.endsWith('/stranger'))).toEqual([]);
    // Whoever no longer works with the agent is told no more.
    ok(await agency.asOwner('DELETE', `/clients/${dora.ID}/agents/${agentId}`));
    await cleo.online();
    pushService.received.length = 0;
    const chat = await startWaitingChat(api, agentId);
    await until(
      async () => JSON.stringify(ok(await cleo.inWorkspace('GET', '/notifications')).items),
      (items) => items.includes(chat.conversationId),
    );
    expect(pushService.received).toEqual([]);
  });

  test('people of an org are listed for its admins alone', async () => {
    expect((await cleo.call('GET', '/client/org/users')).body.message).toBe('You are not an admin');
    ok(await agency.asOwner('POST', `/clients/${cleo.ID}`, { isOrgAdmin: true }));
    const { items } = ok(await cleo.call('GET', '/client/org/users'));
    const { rows } = (await database.unscoped.execute(
      sql`select id from clients where org_id = ${agency.orgId}`,
    )) as unknown as { rows: { id: string }[] };
    expect(items.map(({ ID }: { ID: string }) => ID).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });
});
