import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSystemScope } from '../../src/db/make-scope.ts';
import { purgeDeliveries } from '../../src/domain/webhooks/purge-deliveries.ts';
import { DELIVERIES_KEPT_MS } from '../../src/domain/webhooks/webhooks.rules.ts';
import { createAgent, type Owner, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

const ALL = [
  'client_created',
  'agency_subdomain_verified',
  'conversation_started',
  'conversation_ended',
  'conversation_rated',
  'answer_rated',
  'lead_created',
  'agent_published',
  'credits_low',
];

describe.each(await openJourneyDatabases())('event webhooks on $name', async ({ database }) => {
  const receiver = await startWebhookReceiver();
  const slow = await startWebhookReceiver(() => 'hang');
  const api = await startTestApi(database, {
    REGIONS: 'na',
    PLATFORM_ROOT_DOMAIN: 'agencies.test',
    OUTBOUND_ALLOW_SITES: `${receiver.pair},${slow.pair}`,
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([receiver.close(), slow.close()]);
  });

  let owner: Owner;
  let secret = '';
  const webhook = (method: string, rest = '', body?: unknown, caller = owner.caller) =>
    api.call(method, `/v2/workspaces/${owner.uid}/webhook${rest}`, { caller, ...(body === undefined ? {} : { body }) });
  const save = (endpoint = receiver.url, subscribedEvents = ALL) => webhook('POST', '', { endpoint, subscribedEvents });
  const read = async () => ok(await webhook('GET')).endpoint;
  const deliveries = async (query = '') => ok(await webhook('GET', `/deliveries${query}`)).items;
  const details = async (id: string) => ok(await webhook('GET', `/deliveries/${id}`));
  /** As if it were due now. */
  const hurry = () =>
    database.unscoped.execute(sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`);
  const untilState = (id: string, state: string) =>
    until(
      () => details(id),
      (delivery) => delivery.state === state,
    );
  const sendTest = async () => ok(await webhook('POST', '/test')).deliveryId as string;

  beforeAll(async () => {
    owner = await signUp(api);
  });
  beforeEach(async () => {
    receiver.react(() => ({ status: 200, text: '{"ok":true}' }));
    await webhook('DELETE');
    receiver.received.length = 0;
    secret = ok(await save()).secret;
  });

  test('an address is checked when it is saved', async () => {
    for (const endpoint of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'not an address',
      'https://a:b@example.com/',
    ])
      expect((await save(endpoint)).body, endpoint).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'endpoint', message: 'Please enter a public https address.' }],
      });
    expect((await save('')).body.issues).toEqual([
      { path: 'endpoint', message: 'Please enter the address of your endpoint.' },
    ]);
    expect((await save(receiver.url, [])).body.issues).toEqual([
      { path: 'subscribedEvents', message: 'Please choose at least one event.' },
    ]);
    expect((await save(receiver.url, ['test'])).status).toBe(400);
    expect((await read()).endpoint).toBe(receiver.url);
  });

  test('the secret is shown once, when it is made', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = ok(await save(receiver.url, ['lead_created']));
    expect(again).toMatchObject({
      secret: null,
      endpoint: { subscribedEvents: ['lead_created'], secretLast4: secret.slice(-4) },
    });
  });

  test('what happens is told to the endpoint, signed, with the secret of the endpoint in the body', async () => {
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    const visitor = { caller: chat.visitor };
    const lead = { email: 'vera@example.com', message: 'Please call.' };
    ok(await api.call('POST', `/public/conversations/${chat.conversationId}/contact`, { ...visitor, body: lead }));
    ok(
      await api.call('POST', `/public/conversations/${chat.conversationId}/rating`, {
        ...visitor,
        body: { rating: 5 },
      }),
    );
    await until(
      async () => receiver.received.length,
      (count) => count === 5,
    );
    const told = receiver.received.map(({ body, headers }) => {
      const plain = headers as Record<string, string>;
      return new Webhook(secret).verify(body, plain) as { type: string; payload: Record<string, unknown> };
    });
    const ids = { agentId, conversationId: chat.conversationId };
    const always = { createdAt: expect.stringMatching(/^\d{4}-.*Z$/), workspaceSecret: secret };
    expect(told.sort((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'agent_published', payload: { agentId, environment: 'live', version: 1, ...always } },
      { type: 'conversation_ended', payload: { ...ids, reason: 'rating', ...always } },
      { type: 'conversation_rated', payload: { ...ids, rating: 5, comment: '', ...always } },
      { type: 'conversation_started', payload: { ...ids, ...always } },
      {
        type: 'lead_created',
        payload: {
          ...ids,
          ...lead,
          leadId: expect.stringMatching(/^led_/),
          name: '',
          phone: '',
          asksForPerson: true,
          ...always,
        },
      },
    ]);
    for (const { body } of receiver.received) expect(body).not.toContain(owner.key.bearer);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
  });

  // Planted: told whenever a name is taken -> its own name that came back is told a second time.
  test('a subdomain is told of once for each name, in whatever order they are taken', async () => {
    const { caller, uid } = owner;
    const take = (customDomain: string) =>
      api.call('POST', '/hosting/custom-domain', { caller, body: { uid, customDomain, isVGSubdomain: true } });
    expect((await take('webhook-one')).status).toBe(404);
    ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller, body: { uid } }));
    for (const name of ['webhook-one', 'webhook-one', 'webhook-two', 'webhook-one']) ok(await take(name));
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
    );
    await sendTest();
    await until(
      async () => receiver.received.length,
      (count) => count >= 3,
    );
    // They come in any order.
    const told = receiver.received.map(({ body }) => JSON.parse(body));
    told.sort((one, other) => (one.payload.domain ?? 'z').localeCompare(other.payload.domain ?? 'z'));
    expect(told.map(({ type, payload }) => [type, payload.domain ?? ''])).toEqual([
      ['agency_subdomain_verified', 'webhook-one.agencies.test'],
      ['agency_subdomain_verified', 'webhook-two.agencies.test'],
      ['test', ''],
    ]);
    expect(told[0].payload).toMatchObject({ agencyId: expect.stringMatching(/^agy_/), userId: uid });
  });

  test('what is not subscribed to is not told', async () => {
    ok(await save(receiver.url, ['lead_created']));
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    await startChat(api, agentId);
    const id = await sendTest();
    await untilState(id, 'delivered');
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test']);
  });

  test('a failed delivery is tried again under the same id, and the log has each attempt without the secret', async () => {
    const agentId = await createAgent(api, owner);
    receiver.react(({ body }) => ({ status: 503, text: `You sent ${body}` }));
    await publish(api, owner, agentId);
    const [delivery] = await until(deliveries, (items) => items[0]?.attempts === 1);
    expect(delivery).toMatchObject({ type: 'agent_published', state: 'pending', lastStatus: 503 });
    const waitMs = Date.parse(delivery.nextAttemptAt) - Date.now();
    expect(waitMs).toBeGreaterThan(2_000);
    expect(waitMs).toBeLessThan(6_000);
    receiver.react(() => 'cut');
    await hurry();
    await until(
      () => details(delivery.id),
      ({ attempts }) => attempts === 2,
    );
    receiver.react(() => ({ status: 201, text: 'thanks' }));
    await hurry();
    const done = await untilState(delivery.id, 'delivered');
    expect(done.attemptLog).toMatchObject([
      { number: 3, status: 201, answer: 'thanks', error: '' },
      { number: 2, status: null, answer: '', error: `${receiver.pair} could not be reached.` },
      { number: 1, status: 503, answer: expect.stringContaining('You sent'), error: '' },
    ]);
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery.id]));
    expect(JSON.stringify(done)).not.toContain(secret.slice(6, 20));
    expect(JSON.parse(done.request).payload.workspaceSecret).toBe('whsec_****');
    expect(done.nextAttemptAt).toBeNull();
  });

  test('a rotated secret signs beside the old one for 24 hours, then alone', async () => {
    const { secret: next, endpoint } = ok(await webhook('POST', '/secret'));
    expect(Date.parse(endpoint.previousSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const received = async () => {
      const id = await sendTest();
      await untilState(id, 'delivered');
      const { body, headers } = receiver.received.find((one) => one.id === id)!;
      return (known: string) => () => new Webhook(known).verify(body, headers as Record<string, string>);
    };
    const during = await received();
    for (const known of [secret, next]) expect(during(known)).not.toThrow();
    await database.unscoped.execute(sql`update webhook_endpoints set previous_until = now() - interval '1 second'`);
    const after = await received();
    expect(after(next)).not.toThrow();
    expect(after(secret)).toThrow();
  });

  test('a test event is tried once, and its failure is no failure of the endpoint', async () => {
    receiver.react(() => ({ status: 500 }));
    const failed = await untilState(await sendTest(), 'failed');
    expect(failed).toMatchObject({ type: 'test', attempts: 1, lastStatus: 500 });
    expect((await read()).failingSince).toBeNull();
  });

  test('a delivery, or all that failed since then, is replayed under its own id', async () => {
    receiver.react(() => ({ status: 500 }));
    const ids = [await sendTest(), await sendTest()];
    for (const id of ids) await untilState(id, 'failed');
    receiver.react(() => ({ status: 200 }));
    receiver.received.length = 0;
    ok(await webhook('POST', `/deliveries/${ids[0]}/replay`));
    await untilState(ids[0]!, 'delivered');
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(ok(await webhook('POST', '/replay', { since }))).toEqual({ replayed: 1 });
    await untilState(ids[1]!, 'delivered');
    expect(ok(await webhook('POST', '/replay', { since }))).toEqual({ replayed: 0 });
    expect(receiver.received.map(({ id }) => id)).toEqual(ids);
  });

  test('a paused endpoint gets nothing; what happened is replayed when it is resumed', async () => {
    const agentId = await createAgent(api, owner);
    expect(ok(await webhook('POST', '/pause'))).toMatchObject({ pauseReason: 'by_hand' });
    await publish(api, owner, agentId);
    const [held] = await until(deliveries, (items) => items.length === 1);
    expect(held).toMatchObject({ type: 'agent_published', state: 'failed', attempts: 0 });
    expect((await webhook('POST', '/test')).body).toMatchObject({
      code: 'conflict',
      message: 'The endpoint is paused. Resume it first.',
    });
    expect(receiver.received).toEqual([]);
    expect(ok(await webhook('POST', '/resume', { replay: true }))).toMatchObject({ pausedAt: null, pauseReason: null });
    await untilState(held.id, 'delivered');
  });

  test.each([
    ['five days of failures', 500, `interval '5 days'`, 'failures'],
    ['a receiver that is gone', 410, `interval '0'`, 'gone'],
  ])('%s pause the endpoint, with one mail a day to the members', async (_what, status, since, reason) => {
    receiver.react(() => ({ status }));
    const mails = async () => {
      const { rows } = (await database.unscoped.execute(
        sql`select id from emails where workspace_uid = ${owner.uid} and template = 'webhook_failing'`,
      )) as unknown as { rows: unknown[] };
      return rows.length;
    };
    const before = await mails();
    const agentId = await createAgent(api, owner);
    if (reason === 'failures') {
      await publish(api, owner, agentId);
      const [first] = await until(deliveries, (items) => items[0]?.attempts === 1);
      await until(mails, (count) => count === before + 1);
      expect((await read()).failingSince).not.toBeNull();
      await hurry();
      await until(
        () => details(first.id),
        ({ attempts }) => attempts === 2,
      );
      expect(await mails()).toBe(before + 1);
    } else await publish(api, owner, agentId);
    await database.unscoped.execute(
      sql.raw(`update webhook_endpoints set failing_since = now() - ${since} where failing_since is not null`),
    );
    await hurry();
    await until(read, ({ pauseReason }) => pauseReason === reason);
    await until(mails, (count) => count === before + (reason === 'failures' ? 2 : 1));
    expect((await deliveries()).map((one: { state: string }) => one.state)).toEqual(['failed']);
  });

  test('another address ends a pause that failures caused, not one that was made by hand', async () => {
    receiver.react(() => ({ status: 410 }));
    await publish(api, owner, await createAgent(api, owner));
    await until(read, ({ pauseReason }) => pauseReason === 'gone');
    expect(ok(await save(`${receiver.url}/two`)).endpoint).toMatchObject({ pausedAt: null, failingSince: null });
    ok(await webhook('POST', '/pause'));
    expect(ok(await save(receiver.url)).endpoint.pauseReason).toBe('by_hand');
  });

  test('the log is paged and filtered', async () => {
    for (let n = 0; n < 3; n += 1) await untilState(await sendTest(), 'delivered');
    receiver.react(() => ({ status: 500 }));
    await untilState(await sendTest(), 'failed');
    const first = ok(await webhook('GET', '/deliveries?limit=3'));
    const second = ok(await webhook('GET', `/deliveries?limit=3&cursor=${first.nextCursor}`));
    const states = [...first.items, ...second.items].map(({ state }: { state: string }) => state);
    expect(states).toEqual(['failed', 'delivered', 'delivered', 'delivered']);
    expect(second.nextCursor).toBeNull();
    expect((await deliveries('?state=failed')).length).toBe(1);
    expect((await deliveries('?type=lead_created')).length).toBe(0);
  });

  // Planted: no bound for one endpoint (PER_ENDPOINT and BUSY_AT above AT_ONCE) -> caught.
  test('a slow endpoint does not delay the others', async () => {
    const other = await signUp(api);
    const path = `/v2/workspaces/${other.uid}/webhook`;
    const body = { endpoint: slow.url, subscribedEvents: ['agent_published'] };
    ok(await api.call('POST', path, { caller: other.caller, body }));
    for (let n = 0; n < 20; n += 1) ok(await api.call('POST', `${path}/test`, { caller: other.caller }));
    await until(
      async () => slow.received.length,
      (count) => count >= 4,
    );
    const since = performance.now();
    await untilState(await sendTest(), 'delivered');
    expect(performance.now() - since).toBeLessThan(3_000);
    // Of twenty that wait, no more than this many hold a connection.
    expect(slow.received.length).toBeLessThanOrEqual(12);
    ok(await api.call('DELETE', path, { caller: other.caller }));
  });

  test('each privileged call leaves one audit row', async () => {
    const rows = async () => {
      const answer = (await database.unscoped.execute(
        sql`select action from audit_entries where workspace_uid = ${owner.uid} order by position`,
      )) as unknown as { rows: { action: string }[] };
      return answer.rows.map(({ action }) => action);
    };
    const before = (await rows()).length;
    ok(await save());
    ok(await webhook('POST', '/secret'));
    await untilState(await sendTest(), 'delivered');
    ok(await webhook('POST', '/replay', { since: new Date().toISOString() }));
    ok(await webhook('POST', '/pause'));
    ok(await webhook('POST', '/resume', {}));
    ok(await webhook('DELETE'));
    expect((await rows()).slice(before)).toEqual(
      ['save', 'rotate_secret', 'test', 'replay', 'pause', 'resume', 'delete'].map((verb) => `webhook.${verb}`),
    );
    expect((await webhook('POST', '/test')).status).toBe(404);
  });

  // Planted: the claim does not compare times -> the second endpoint gets what the first was owed. All deleted with the row -> 'left' is 0.
  test('a deleted endpoint takes its log with it at once, and a new one gets nothing of it', async () => {
    receiver.react(() => ({ status: 500 }));
    const old = await sendTest();
    await until(
      () => details(old),
      ({ attempts }) => attempts > 0,
    );
    await database.unscoped.execute(
      sql`insert into webhook_deliveries (id, workspace_uid, event_id, type, payload, state, next_attempt_at)
        select 'msg_' || lpad(n::text, 22, '0'), ${owner.uid}, 'evt_left' || n, 'agent_published', '{}', 'pending', now() + interval '1 hour'
        from generate_series(1, 3000) n`,
    );
    const left = async () => {
      const answer = await database.unscoped.execute(
        sql`select count(*)::int as n from webhook_deliveries where workspace_uid = ${owner.uid}`,
      );
      return (answer as unknown as { rows: { n: number }[] }).rows[0]?.n;
    };
    ok(await webhook('DELETE'));
    expect(await left()).toBeGreaterThan(0);
    receiver.received.length = 0;
    receiver.react(() => ({ status: 200 }));
    ok(await save());
    await hurry();
    expect(await deliveries()).toEqual([]);
    expect((await webhook('GET', `/deliveries/${old}`)).status).toBe(404);
    expect((await webhook('POST', '/replay', { deliveryId: old })).status).toBeGreaterThanOrEqual(400);
    const young = await sendTest();
    await untilState(young, 'delivered');
    await until(left, (count) => count === 1);
    expect(receiver.received.map(({ id }) => id)).toEqual([young]);
  });

  test('the log is kept for 30 days', async () => {
    const [old, young] = [await sendTest(), await sendTest()];
    for (const id of [old, young]) await untilState(id, 'delivered');
    await database.unscoped.execute(
      sql`update webhook_deliveries set created_at = now() - interval '31 days' where id = ${old}`,
    );
    const before = new Date(Date.now() - DELIVERIES_KEPT_MS);
    await purgeDeliveries({ database, systemScope: makeSystemScope('test') }, before);
    expect((await deliveries()).map(({ id }: { id: string }) => id)).toEqual([young]);
    expect((await webhook('GET', `/deliveries/${old}`)).status).toBe(404);
  });

  test('pausing while answers come in ends at once, again and again', async () => {
    receiver.react(() => ({ status: 500 }));
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 6; n += 1) await sendTest();
      expect((await webhook('POST', '/pause')).status).toBe(200);
      expect((await webhook('POST', '/resume', { replay: true })).status).toBe(200);
    }
    await until(deliveries, (items) => items.every(({ state }: { state: string }) => state === 'failed'));
  });

  test('signals tell an open page of each delivery, by kind and id alone', async () => {
    const left = new AbortController();
    const stream = await fetch(`${api.origin}/api/na/v2/workspaces/${owner.uid}/events`, {
      headers: { cookie: owner.caller.cookie ?? '' },
      signal: left.signal,
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const id = await sendTest();
    let seen = '';
    while (!seen.includes(id)) seen += (await reader.read()).value;
    left.abort();
    const signals = seen.match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice(6)));
    expect(signals).toContainEqual({ kind: 'delivery', id });
    for (const signal of signals ?? []) expect(Object.keys(signal)).toEqual(['kind', 'id']);
    expect((await api.call('GET', `/v2/workspaces/${randomText(15)}/events`, { caller: owner.caller })).status).toBe(
      404,
    );
  });
});
