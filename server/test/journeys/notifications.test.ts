import { createECDH, randomBytes } from 'node:crypto';
import { type AgentId, type ConversationId, newNotificationId, type WorkspaceUid } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { notifications } from '../../src/db/schema/notifications.ts';
import { fromCredits } from '../../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { warnLowCredits } from '../../src/domain/billing/warn-low-credits.ts';
import { endQuietConversations } from '../../src/domain/conversations/end-conversations.ts';
import { noteRefusedSale } from '../../src/domain/credit-sales/sell-credits.ts';
import { mailContact } from '../../src/domain/notifications/mail-contact.ts';
import { createAgent, type Owner, ok, publish, send, signUp, startChat } from '../factories/api-factory.ts';
import { secretKey } from '../factories/people.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { listMails } from '../harness/mailbox.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

describe.each(await openJourneyDatabases())('notifications on $name', async ({ database }) => {
  const pushService = await startWebhookReceiver(() => ({ status: 201 }));
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: pushService.pair });
  afterAll(async () => {
    await api.stop();
    await pushService.close();
  });
  let owner: Owner;
  let agentId = '';
  const call = (method: string, rest = '', body?: unknown, caller = owner.caller) =>
    api.call(method, `/v2/workspaces/${owner.uid}/notifications${rest}`, {
      caller,
      ...(body === undefined ? {} : { body }),
    });
  const list = async (query = '', caller = owner.caller) => ok(await call('GET', query, undefined, caller));
  const choose = async (notifyIf: string, notifyThrough = 'none') =>
    ok(await call('POST', '/settings', { notifyIf, notifyThrough }));
  const kinds = async () => (await list()).items.map(({ kind }: { kind: string }) => kind);
  const eventsOf = async (type: string) => {
    const { rows } = (await database.unscoped.execute(
      sql`select payload from outbox where workspace_uid = ${owner.uid} and type = ${type} order by position`,
    )) as unknown as { rows: { payload: Record<string, unknown> }[] };
    return rows.map(({ payload }) => payload);
  };
  const countRaised = async () => {
    const { rows } = (await database.unscoped.execute(
      sql`select id from notifications where workspace_uid = ${owner.uid}`,
    )) as unknown as { rows: unknown[] };
    return rows.length;
  };
  const deps = { database, systemScope: makeSystemScope('test'), makeScope };

  beforeAll(async () => {
    owner = await signUp(api);
    agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
  });

  test('without a choice a person is told of requests alone, by every way', async () => {
    const settings = ok(await call('GET', '/settings'));
    expect(settings).toEqual({
      notifyThrough: 'all',
      notifyIf: 'requestsOnly',
      pushKey: expect.stringMatching(/^[\w-]{80,}$/),
    });
    expect(ok(await call('GET', '/settings')).pushKey).toBe(settings.pushKey);
  });

  test('a conversation and a request for a person are raised, filtered by what the person wants', async () => {
    await choose('all');
    const chat = await startChat(api, agentId);
    const number = chat.conversationId.slice(-4).toUpperCase();
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body: { email: 'vera@example.com' } }));
    await until(kinds, (found) => found.length === 2);
    const { items } = await list();
    expect(items.find(({ kind }: { kind: string }) => kind === 'person_requested')).toMatchObject({
      title: 'A visitor asks to be contacted',
      body: 'vera@example.com, Harbour Bikes',
      seen: false,
      notificationLevel: 2,
      urlPathname: `/app/na/inbox?chat=${chat.conversationId}`,
      notifyOnly: [],
      values: { agent: 'Harbour Bikes', email: 'vera@example.com', number },
    });
    // Two that say the same are told apart by who it was.
    expect(items.find(({ kind }: { kind: string }) => kind === 'conversation_started')).toMatchObject({
      values: { agent: 'Harbour Bikes', number },
    });
    await choose('requestsOnly');
    expect(await kinds()).toEqual(['person_requested']);
    await choose('none');
    expect(await kinds()).toEqual([]);
    await choose('all');
    expect((await kinds()).length).toBe(2);
  });

  test('where requests alone are wanted, what concerns the open page is heard and not listed', async () => {
    await choose('requestsOnly');
    const about = encodeURIComponent(`/app/na/agents/${agentId}/convos`);
    const here = await list(`?pathname=${about}`);
    expect({ listed: here.items.length, heard: here.soundOnly.length }).toEqual({ listed: 1, heard: 1 });
    expect((await list('?pathname=%2Fapp%2Fna%2Fagents')).soundOnly).toEqual([]);
    ok(await call('POST', '/seen', { ids: here.soundOnly }));
    expect((await list(`?pathname=${about}`)).soundOnly).toEqual([]);
    await choose('all');
  });

  test('seen and read are each person’s own; reading deletes for that person alone', async () => {
    const [first] = (await list()).items;
    ok(await call('POST', '/seen', { ids: [first.ID] }));
    expect((await list()).items[0]).toMatchObject({ ID: first.ID, seen: true });
    ok(await call('POST', '/settings', { notifyIf: 'all', notifyThrough: 'none' }, owner.key));
    expect((await list('', owner.key)).items[0]).toMatchObject({ ID: first.ID, seen: false });
    ok(await call('POST', `/${first.ID}/read`));
    expect((await list()).items.map(({ ID }: { ID: string }) => ID)).not.toContain(first.ID);
    expect((await list('', owner.key)).items.map(({ ID }: { ID: string }) => ID)).toContain(first.ID);
    expect((await call('POST', '/ntf_made_up/read')).status).toBe(404);
    ok(await call('POST', '/read', {}));
    expect((await list()).items).toEqual([]);
  });

  test('the latest five of each level are listed, newest first; what is for somebody else is not', async () => {
    const rows = Array.from({ length: 14 }, (_, n) => ({
      id: newNotificationId(),
      workspaceUid: owner.uid as WorkspaceUid,
      notificationLevel: (n % 2 === 0 ? 1 : 2) as 1 | 2,
      kind: 'conversation_started' as const,
      values: {},
      title: `Number ${n}`,
      body: '',
      urlPathname: '/',
      source: `number-${n}`,
      notifyOnly: n === 13 ? ['somebody-else'] : [],
      ts: new Date(Date.now() + n * 1_000),
    }));
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'app_system', true)`);
      await tx.insert(notifications).values(rows);
    });
    const titles = (await list()).items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Number ${n}`));
    expect(titles.length).toBe(limits.notificationsPerLevel * 2);
    ok(await call('POST', '/read', {}));
  });

  test('whom the agent’s settings name is written what a visitor left, once, however often it is pressed', async () => {
    await choose('none');
    const named = await createAgent(api, owner, (settings) => ({
      ...settings,
      lang: 'de',
      handoff: { ...settings.handoff, email: 'Desk@Example.com' },
    }));
    await publish(api, owner, named);
    const mails = () => listMails(api, 'desk@example.com');
    const chat = await startChat(api, named);
    const leave = async (body: object) =>
      ok(
        await api.call('POST', `/public/conversations/${chat.conversationId}/contact`, { caller: chat.visitor, body }),
      );
    const left = { email: 'vera@example.com', name: 'Vera', message: 'Two bikes, please.' };
    for (const _ of [1, 2]) await leave(left);
    const [mail] = await until(mails, (found) => found.length === 1);
    expect(mail).toMatchObject({ subject: 'Vera hat eine Nachricht hinterlassen' });
    expect(mail?.text).toMatch(/Two bikes, please\.[\s\S]*vera@example\.com/);
    await leave({ ...left, message: 'Make it three.' });
    await until(mails, (found) => found.length === 2);
    // What the visitor's words tell is a lead, and no message for a person.
    ok(await send(api, chat, 'My address is vera2@example.com'));
    expect(await mails()).toHaveLength(2);
    // Where the installation knows its own address, the mail leads to the conversation.
    const scope = makeScope(owner.uid as WorkspaceUid);
    const ids = { agentId: named as AgentId, conversationId: chat.conversationId as ConversationId };
    const about = { ...ids, agentTitle: 'Desk', urlPathname: '/app/na/there', people: [], clients: [] };
    const known = { secretKey, publicUrl: 'https://app.example.com' };
    await database.transaction(scope, (tx) => mailContact(known, tx, scope, about));
    expect((await mails()).map(({ text }) => text).join()).toContain('https://app.example.com/app/na/there');
  });

  test('mail goes to whoever wants it, once a notification', async () => {
    const mails = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select to_address as address from emails where workspace_uid = ${owner.uid} and template = 'notification'`,
      )) as unknown as { rows: { address: string }[] };
      return rows.map(({ address }) => address);
    };
    expect(await mails()).toEqual([]);
    await choose('all', 'email');
    await startChat(api, agentId);
    expect(await until(mails, (sent) => sent.length === 1)).toEqual([owner.email]);
    await choose('requestsOnly', 'email');
    const before = await countRaised();
    const chat = await startChat(api, agentId);
    await until(countRaised, (count) => count === before + 1);
    expect((await mails()).length).toBe(1);
    // What was left is in the mail: it can be answered from there.
    const body = { email: 'vera@example.com', name: 'Vera', message: 'Two bikes, please.\n\nFrom Friday.' };
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body }));
    const told = await until(
      () => listMails(api, owner.email),
      (found) => found.some(({ text }) => text.includes('Vera')),
    );
    expect(told.map(({ text }) => text).join()).toMatch(/vera@example\.com.*\s+Two bikes, please\.\s+From Friday\./);
  });

  test('a push message is encrypted for the browser, signed, and short; a browser that is gone is forgotten', async () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
    for (const endpoint of ['http://example.com/push', 'https://127.0.0.1/push', 'https://localhost/x'])
      expect((await call('POST', '/push', { endpoint, keys })).body, endpoint).toMatchObject({ code: 'invalid_input' });
    const [alive, gone] = [`${pushService.url}/alive`, `${pushService.url}/gone`];
    for (const endpoint of [alive, gone]) ok(await call('POST', '/push', { endpoint, keys }));
    await choose('all', 'push');
    pushService.received.length = 0;
    let isFirst = true;
    pushService.react(() => {
      const status = isFirst ? 410 : 201;
      isFirst = false;
      return { status };
    });
    await startChat(api, agentId);
    await until(
      async () => pushService.received.length,
      (count) => count === 2,
    );
    const [sent] = pushService.received;
    expect(sent?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/),
      urgency: 'normal',
      ttl: '3600',
    });
    expect(sent?.body).not.toContain('Harbour');
    const left = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select endpoint from push_subscriptions where workspace_uid = ${owner.uid}`,
      )) as unknown as { rows: { endpoint: string }[] };
      return rows.map(({ endpoint }) => endpoint);
    };
    const [kept] = await until(left, (found) => found.length === 1);
    ok(await call('POST', '/push/remove', { endpoint: kept }));
    expect(await left()).toEqual([]);
    await choose('all');
  });

  test('a document that cannot be read is told of once a day', async () => {
    ok(await call('POST', '/read', {}));
    const body = { kind: 'url', url: 'https://nobody.invalid.example.com/' };
    const path = `/v2/agents/${agentId}/knowledge`;
    const { id } = ok(await api.call('POST', path, { caller: owner.key, body }));
    await until(
      () => eventsOf('document_failed'),
      (failed) => failed.length === 1,
    );
    await until(kinds, (found) => found.includes('document_failed'));
    ok(await api.call('POST', `${path}/${id}/refresh`, { caller: owner.key, body: {} }));
    await until(
      () => eventsOf('document_failed'),
      (failed) => failed.length === 2,
    );
    await startChat(api, agentId);
    await until(kinds, (found) => found.includes('conversation_started'));
    expect((await kinds()).filter((kind: string) => kind === 'document_failed').length).toBe(1);
  }, 300_000);

  test('a client who could not buy credits is told of once a day', async () => {
    ok(await call('POST', '/read', {}));
    const org = ok(
      await api.call('POST', `/v2/workspaces/${owner.uid}/orgs`, { caller: owner.key, body: { name: 'Harbour Labs' } }),
    );
    const scope = makeScope(owner.uid as WorkspaceUid);
    const refuse = (credits: number) =>
      database.transaction(scope, (tx) =>
        noteRefusedSale(tx, scope, { orgId: org.ID, amountMicro: fromCredits(credits) }),
      );
    await refuse(10_000);
    await until(kinds, (found) => found.includes('sale_refused'));
    await refuse(5_000);
    await startChat(api, agentId);
    await until(kinds, (found) => found.includes('conversation_started'));
    const told = ok(await call('GET', '', undefined)).items.filter(
      ({ kind }: { kind: string }) => kind === 'sale_refused',
    );
    expect(told).toMatchObject([
      {
        title: 'Harbour Labs could not buy credits',
        body: 'It wanted 10000 credits. Top up your own.',
        notificationLevel: 2,
      },
    ]);
    expect(told[0].urlPathname).toBe('/app/na/account/billing');
  });

  test('a conversation ends after half an hour of silence, once; what is said later opens and ends it again', async () => {
    const chat = await startChat(api, agentId);
    const ended = async () =>
      (await eventsOf('conversation_ended')).filter(({ conversationId }) => conversationId === chat.conversationId);
    const inMinutes = (minutes: number) => endQuietConversations(deps, new Date(Date.now() + minutes * 60_000));
    await inMinutes(29);
    expect(await ended()).toEqual([]);
    await inMinutes(31);
    await inMinutes(32);
    expect(await ended()).toEqual([{ agentId, conversationId: chat.conversationId, reason: 'inactivity' }]);
    const later = new Date(Date.now() + 40 * 60_000).toISOString();
    await database.unscoped.execute(
      sql`update conversations set last_message_at = ${later}::timestamptz where id = ${chat.conversationId}`,
    );
    await inMinutes(60);
    expect((await ended()).length).toBe(1);
    await inMinutes(71);
    expect((await ended()).length).toBe(2);
  });

  test('credits are warned of at 50, 75, 90 and 100 % of the last grant, each once a grant', async () => {
    const scope = makeScope(owner.uid as WorkspaceUid);
    const account = `workspace:${owner.uid}`;
    const leave = (credits: number) =>
      database.unscoped.execute(
        sql`update credit_accounts set balance = ${String(fromCredits(credits))}::bigint where id = ${account}`,
      );
    const warned = async () => (await eventsOf('credits_low')).map(({ usedPercent }) => usedPercent);
    const steps: [number, number[]][] = [
      [376, []],
      [375, [50]],
      [300, [50]],
      [187.5, [50, 75]],
      [75, [50, 75, 90]],
      [1, [50, 75, 90]],
      [0.5, [50, 75, 90, 100]],
    ];
    for (const [left, expected] of steps) {
      await leave(left);
      await Promise.all([warnLowCredits(deps), warnLowCredits(deps)]);
      expect(await warned(), `${left} left`).toEqual(expected);
    }
    await database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: 'top-up', amountMicro: fromCredits(100), featureKey: 'top_up' }),
    );
    await warnLowCredits(deps);
    expect(await warned()).toEqual([50, 75, 90, 100]);
    await leave(20);
    await warnLowCredits(deps);
    expect(await warned()).toEqual([50, 75, 90, 100, 75]);
    expect((await eventsOf('credits_low')).at(-1)).toEqual({
      usedPercent: 75,
      creditsLeft: 20,
      creditsGranted: 100,
      orgId: null,
    });
  });
});
