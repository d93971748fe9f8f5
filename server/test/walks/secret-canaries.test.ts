import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newVisitorToken, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { cookieOf, makeAgency } from '../factories/client-factory.ts';
import { makeArchive, openArchive } from '../factories/export-factory.ts';
import { mailedLinks } from '../factories/people.ts';
import { type Answer, type CallOptions, startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { openStream, readFrames } from '../harness/visitor-stream.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

const planted = vi.hoisted(() => ({ logsHeader: false }));
vi.mock('../../src/http/request-context.ts', async (original) => {
  const real = await original<typeof import('../../src/http/request-context.ts')>();
  const makeRequestContext: typeof real.makeRequestContext = (options) => {
    if (planted.logsHeader) options.log.debug({ seen: options.request.headers.get('authorization') }, 'request');
    return real.makeRequestContext(options);
  };
  return { ...real, makeRequestContext };
});

/** Settings that are secret; the platform's own provider keys among them. */
const environment = {
  SECRET_KEY: `env-${randomText(40)}`,
  OPENAI_API_KEY: `sk-${randomText(30)}`,
  ANTHROPIC_API_KEY: `sk-ant-${randomText(30)}`,
  GOOGLE_GENERATIVE_AI_API_KEY: `AIza${randomText(30)}`,
  OPENAI_COMPATIBLE_API_KEY: `oc-${randomText(30)}`,
};

/** A host that puts the key it was sent into its refusal, as some do. */
async function startTellingHost() {
  const server = createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: `Incorrect API key provided: ${request.headers.authorization}` } }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { hostAndPort, baseURL: `http://${hostAndPort}/v1`, close: () => void server.close() };
}

describe.each(await openJourneyDatabases())('30 seeded secrets on $name', async ({ database }) => {
  const printed: string[] = [];
  const [host, teller] = [await startModelServer(), await startTellingHost()];
  /** An endpoint that repeats what it was sent, with its secret. */
  const echo = await startWebhookReceiver(({ body }) => ({ status: 500, text: body }));
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...given) => void printed.push(given.map(String).join(' ')));
  const api = await startTestApi(database, {
    ...environment,
    LOG_LEVEL: 'trace',
    REGIONS: 'na',
    OUTBOUND_ALLOW: `${host.hostAndPort},${teller.hostAndPort}`,
    OUTBOUND_ALLOW_SITES: echo.pair,
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api.stop();
    await host.close();
    await echo.close();
    teller.close();
  });

  const secrets = new Map<string, string>(Object.entries(environment).map(([name, value]) => [value, name]));
  const answers: string[] = [];
  /** As the API is called elsewhere, with every answer kept, headers and all. */
  const watched = {
    ...api,
    async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
      const answer = await api.call(method, path, options);
      keep(answer, method);
      return answer;
    },
  };
  const keep = (answer: Pick<Answer, 'status' | 'text' | 'headers'>, what: string) =>
    void answers.push(`${what} ${answer.status} ${[...answer.headers].join(' ')} ${answer.text}`);
  const seed = (value: string | undefined, what: string) => {
    if (!value) throw new Error(`there is no ${what}`);
    secrets.set(value, what);
    return value;
  };
  const people: Owner[] = [];

  beforeAll(async () => {
    // The first showing of a key, and the cookie of a sign-in, are what the contract wants: these calls are not watched.
    for (let index = 0; index < 5; index++) {
      const person = await signUp(api);
      people.push(person);
      seed(person.password, 'password');
      seed(person.key.bearer, 'workspace key');
      seed(/session_token=([^;]+)/.exec(person.caller.cookie ?? '')?.[1], 'session');
    }
    for (const person of people) await useEverything(person);
    for (const person of people) await failQuery(person);
    await useDashboard(people[0]!);
  }, 300_000);

  async function useEverything(owner: Owner) {
    const providerKey = seed(`sk-${randomText(40)}`, 'provider key');
    const wrongKey = seed(`sk-${randomText(40)}`, 'refused provider key');
    const withModel = await useModelServer(watched, owner, host.baseURL, 'fine', providerKey);
    await failWebhook(owner);
    const agentId = await createAgent(watched, owner, withModel);
    await publish(watched, owner, agentId);
    const chat = await startChat(api, agentId);
    const token = seed(chat.visitor.bearer, 'visitor token');
    ok(await send(watched, chat, 'When are you open?'));
    await settledMessages(watched, owner, chat);
    const left = new AbortController();
    const stream = await openStream(api.origin, chat.conversationId, { visitor: chat.visitor, signal: left.signal });
    const { frames } = await readFrames(stream, left, {
      isEnough: ({ event }) => event === 'done' || event === 'error',
    });
    answers.push(JSON.stringify(frames));
    await readEverything(owner, agentId, chat.conversationId);
    await failWithSecrets(owner, { agentId, wrongKey, token, conversationId: chat.conversationId });
  }

  /** A client's password, sessions, link and codes, and the agency's key; given in the wrong places too. */
  async function useDashboard(owner: Owner) {
    const agency = await makeAgency(api, owner);
    const [first, own] = [seed(`pw-${randomText(20)}`, 'first password'), seed(`pw-${randomText(20)}`, 'own password')];
    const { ID, email } = await agency.newClient({ dashboardPassword: first });
    const enter = async (path: string, body: unknown, cookie = '') => {
      const answer = await agency.post(path, body, { cookie });
      ok(answer);
      seed(cookieOf(answer).split('=')[1], `session of ${path}`);
      return cookieOf(answer);
    };
    const entered = await enter('/client/sign-in', { email, password: first });
    const cookie = await enter('/client/password', { newPassword: own }, entered);
    const { code } = ok(await agency.asOwner('POST', `/clients/${ID}/open`, {}));
    await enter('/client/open', { code: seed(code, 'opening code') });
    const secret = seed(ok(await agency.asOwner('POST', '/agency/secret')).secret, "agency's key");
    await enter('/client/admin', { secret });
    const sent = ok(
      await watched.call('POST', `/v2/workspaces/${owner.uid}/clients/${ID}/invite`, { caller: owner.key, body: {} }),
    );
    expect(sent.success).toBe(true);
    const token = (await mailedLinks(database, email, environment.SECRET_KEY))
      .map((link) => new URLSearchParams(link.hash.slice(1)).get('token'))
      .find((found) => found !== null);
    seed(token ?? undefined, 'link of an invitation');
    const caller = { cookie, host: agency.host };
    const tried: [string, string, unknown][] = [
      ['GET', '/client/me', undefined],
      ['GET', '/client/sessions', undefined],
      ['GET', `/client/${secret}`, undefined],
      ['POST', '/client/me', { name: 'Cleo' }],
      ['POST', '/client/email', { email, currentPassword: secret }],
      ['POST', '/client/email/confirm', { email, code: secret.slice(0, 20) }],
      ['POST', '/client/sign-in', { email: own, password: first }],
      ['POST', '/client/sign-in', { email, password: `${own}x` }],
      ['POST', '/client/password', { newPassword: own, currentPassword: secret }],
      ['POST', '/client/open', { code }],
      ['POST', '/client/admin', { secret: `${secret}x` }],
      ['POST', '/rpc/ssoClient', { email, agencyId: agency.agencyId, code: secret.slice(0, 20) }],
      ['POST', '/rpc/validateClientLoginToken', { token: `${token}x` }],
    ];
    for (const [method, path, body] of tried)
      await watched.call(method, path, { caller, ...(body === undefined ? {} : { body }) });
    for (const path of ['/clients', `/clients/${ID}`, '/agency'])
      await watched.call('GET', `/v2/workspaces/${owner.uid}${path}`, { caller: owner.caller });
  }

  async function failWebhook(owner: Owner) {
    const path = `/v2/workspaces/${owner.uid}/webhook`;
    const body = { endpoint: echo.url, subscribedEvents: ['agent_published', 'conversation_started'] };
    seed(ok(await api.call('POST', path, { caller: owner.key, body })).secret, 'signing secret');
    seed(ok(await api.call('POST', `${path}/secret`, { caller: owner.key })).secret, 'rotated signing secret');
    const { deliveryId } = ok(await watched.call('POST', `${path}/test`, { caller: owner.key }));
    const { attemptLog } = await until(
      async () => ok(await watched.call('GET', `${path}/deliveries/${deliveryId}`, { caller: owner.key })),
      ({ state }) => state === 'failed',
    );
    expect(attemptLog[0].answer).toContain('This is a test event.');
    for (const end of ['', '/deliveries']) await watched.call('GET', `${path}${end}`, { caller: owner.caller });
    await watched.call('GET', `/v2/workspaces/${owner.uid}/notifications/settings`, { caller: owner.caller });
  }

  /** The database's words repeat what a query was given. */
  async function failQuery({ uid, key }: Owner) {
    const title = seed(`sk-${randomText(40)}`, 'value of a failed query');
    const plant = (text: string) => database.unscoped.execute(sql.raw(text));
    await plant(`create function planted_failure() returns trigger language plpgsql as
      $$ begin raise exception 'no agent may be called %', new.draft ->> 'title'; end $$`);
    await plant(
      'create trigger planted_failure before insert on agents for each row execute function planted_failure()',
    );
    const answer = await watched.call('POST', `/v2/workspaces/${uid}/agents`, { caller: key, body: { title } });
    await plant('drop trigger planted_failure on agents');
    await plant('drop function planted_failure()');
    expect(answer.status).toBe(500);
    expect(api.logLines.at(-1)).toContain('request failed');
  }

  async function readEverything(owner: Owner, agentId: string, conversationId: string) {
    const paths = [
      '/v2/me',
      `/v2/workspaces/${owner.uid}`,
      `/v2/workspaces/${owner.uid}/credentials`,
      `/v2/workspaces/${owner.uid}/usage`,
    ];
    const more = ['', '/versions', '/versions/1', '/knowledge', '/conversations', '/unanswered'].map(
      (end) => `/v2/agents/${agentId}${end}`,
    );
    for (const path of [
      ...paths,
      ...more,
      `/v2/conversations/${conversationId}`,
      `/public/agents/${agentId}`,
      '/auth/get-session',
    ])
      await watched.call('GET', path, { caller: owner.caller });
    for (const path of [
      '/',
      '/login',
      '/app',
      '/api/docs',
      '/api/openapi.json',
      '/widget.js',
      `/widget/frame/na/${agentId}`,
      '/readyz',
      '/nothing',
    ])
      await watched.call('GET', `/../..${path}`);
  }

  /** Wrong calls that carry secrets where errors like to repeat what they were given. */
  async function failWithSecrets(
    owner: Owner,
    own: { agentId: string; wrongKey: string; token: string; conversationId: string },
  ) {
    const { uid, email, password, caller, key } = owner;
    const { agentId, wrongKey, token, conversationId } = own;
    const credentials = `/v2/workspaces/${uid}/credentials`;
    const refused = { provider: 'openai-compatible', label: 'Refused', secret: wrongKey, baseURL: teller.baseURL };
    const { id } = ok(await watched.call('POST', credentials, { caller: key, body: refused }));
    expect(
      ok(await watched.call('POST', `${credentials}/${id}/test`, { caller: key, body: { model: 'm' } })).success,
    ).toBe(false);
    const broken = await createAgent(watched, owner, (settings) => ({
      ...settings,
      model: { ...settings.model, provider: 'openai-compatible', model: 'm', credentialId: id },
    }));
    expect((await watched.call('POST', `/v2/agents/${broken}/publish`, { caller: key, body: {} })).status).toBe(409);
    const tested = { provider: 'openai-compatible', model: 'm', credentialId: id };
    expect(
      ok(await watched.call('POST', `/v2/agents/${broken}/model-test`, { caller: key, body: tested })).success,
    ).toBe(false);
    ok(
      await watched.call('GET', `/v2/workspaces/${uid}/models?provider=openai-compatible&credentialId=${id}`, {
        caller: key,
      }),
    );
    const test = ok(await api.call('POST', `/v2/agents/${broken}/test-conversations`, { caller: key, body: {} }));
    const chat = { agentId: broken, conversationId: test.conversationId, visitor: { bearer: test.visitorToken } };
    seed(chat.visitor.bearer, 'visitor token of a failing agent');
    ok(await send(watched, chat, 'When are you open?'));
    await settledMessages(watched, owner, chat);
    const wrong: [string, string, CallOptions][] = [
      ['POST', '/auth/sign-up/email', { body: { name: 'Olga', email, password } }],
      ['POST', '/auth/sign-in/email', { body: { email, password: `${password}x` } }],
      ['POST', '/auth/sign-in/email', { body: { email: password, password } }],
      ['POST', credentials, { caller: key, body: { ...refused, baseURL: `https://u:${wrongKey}@example.com` } }],
      ['POST', credentials, { caller: key, body: { ...refused, secret: `${wrongKey} `.repeat(20) } }],
      ['POST', credentials, { caller: key, body: { ...refused, provider: 'none' } }],
      ['GET', `/v2/agents/${key.bearer}`, { caller: key }],
      ['GET', `/v2/agents/${agentId}`, { caller: { bearer: token } }],
      ['GET', `/public/conversations/${conversationId}`, { caller: key }],
      ['GET', `/public/conversations/${conversationId}`, { caller: { bearer: newVisitorToken() } }],
      ['GET', '/v2/me', { caller, headers: { authorization: `Bearer ${key.bearer}` }, region: 'us' }],
      [
        'POST',
        `/v2/agents/${agentId}/publish`,
        { caller: key, body: {}, headers: { 'idempotency-key': key.bearer ?? '' } },
      ],
      ['DELETE', `${credentials}/${id}`, { caller: { cookie: `${caller.cookie}x` } }],
    ];
    for (const [method, path, options] of wrong) await watched.call(method, path, options);
  }

  /** Everything that the server keeps for others to read or hand on. Sessions are kept to be compared, keys as hashes or sealed. */
  async function storedTexts(): Promise<string[]> {
    const tables = (await database.unscoped.execute(sql`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and table_name <> 'sessions'`)) as unknown as {
      rows: { schema: string; name: string }[];
    };
    const texts: string[] = [];
    for (const { schema, name } of tables.rows) {
      const answer = (await database.unscoped.execute(
        sql`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
      )) as unknown as { rows: { text: string }[] };
      texts.push(`table ${name}: ${answer.rows[0]?.text}`);
    }
    return texts;
  }

  const findLeaks = (texts: string[]) =>
    texts.flatMap((text) =>
      [...secrets]
        .filter(([secret]) => text.includes(secret))
        .map(([secret, what]) => `${what} in ${excerpt(text, secret)}`),
    );

  test('stand in no answer, page, log line, event, audit row or table', async () => {
    expect(secrets.size).toBeGreaterThanOrEqual(38);
    expect(answers.length).toBeGreaterThan(150);
    const stored = await storedTexts();
    expect(stored.find((text) => text.startsWith('table audit_entries'))?.length).toBeGreaterThan(500);
    expect(stored.find((text) => text.startsWith('table outbox'))?.length).toBeGreaterThan(500);
    expect(api.logLines.length).toBeGreaterThan(0);
    expect(findLeaks([...answers, ...stored, ...api.logLines, ...printed]).slice(0, 10)).toEqual([]);
    console.info(
      `${secrets.size} secrets, ${answers.length} answers, ${api.logLines.length} log lines, ${stored.length} tables`,
    );
  });

  /** Every file in the archive of a workspace. */
  async function archivedTexts({ uid, key }: Owner): Promise<string[]> {
    const { id, state } = await makeArchive(api, uid, key);
    expect(state).toBe('ready');
    const { files } = await openArchive(api.origin, uid, id, key);
    return Object.entries(files).map(([path, bytes]) => `${path}: ${Buffer.from(bytes).toString('latin1')}`);
  }

  test('stand in no archive of a workspace, which holds all else', async () => {
    for (const person of people) {
      const texts = await archivedTexts(person);
      expect(texts.length).toBeGreaterThan(40);
      expect(texts.find((text) => text.startsWith('data/credentials.jsonl'))).toContain('"last4":');
      expect(texts.find((text) => text.startsWith('data/webhook_attempts.jsonl'))).toContain('This is a test event.');
      expect(findLeaks(texts)).toEqual([]);
    }
  }, 300_000);

  test('planted: a key in the name of a credential is found in the archive', async () => {
    const [person] = people as [Owner];
    const key = [...secrets].find(([, what]) => what === 'provider key')?.[0] ?? '';
    await database.unscoped.execute(sql`update credentials set label = ${key} where workspace_uid = ${person.uid}`);
    const leaks = findLeaks(await archivedTexts(person));
    expect(leaks.length).toBeGreaterThan(0);
    expect(leaks.every((leak) => leak.startsWith('provider key in data/credentials.jsonl'))).toBe(true);
  });

  test('planted: one log line that prints a header is found', async () => {
    planted.logsHeader = true;
    await api.call('GET', '/v2/me', { caller: people[0]?.key ?? {} });
    planted.logsHeader = false;
    expect(findLeaks(api.logLines)).toEqual([expect.stringContaining('workspace key')]);
  });
});

function excerpt(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return `${text.slice(0, 60)} ... ${text.slice(Math.max(0, at - 120), at)}[here]`;
}
