import type { AccessScope } from '@antiphon/contract/access-keys';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addText,
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { type Era, openMcpClient, postMcp } from '../harness/mcp-client.ts';

const EVERYTHING: AccessScope[] = ['conversations.read', 'knowledge.write', 'agents.write', 'agents.publish'];
const ERAS: Era[] = ['modern', 'legacy'];
const PRICES = 'An electric bike costs 28 euros a day. A city bike costs 14 euros a day.';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

describe.each(await openJourneyDatabases())('programs over MCP on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na' });
  afterAll(() => api.stop());
  const url = `${api.origin}/api/na/mcp`;

  async function makeKey(owner: Owner, scopes: AccessScope[] = [], workspace = owner.uid) {
    const made = ok(
      await api.call('POST', `/v2/workspaces/${workspace}/access-keys`, {
        caller: owner.caller,
        body: { name: 'Assistant', scopes },
      }),
    );
    return { id: made.accessKey.id as string, secret: made.secret as string };
  }
  async function open(key: string, era: Era = 'modern') {
    const opened = await openMcpClient(url, key, era);
    onTestFinished(() => opened.close());
    return opened;
  }

  test.each(ERAS)(
    'an assistant makes an agent, teaches it, meets a red gate, mends it and publishes: %s',
    async (era) => {
      const owner = await signUp(api);
      const { secret } = await makeKey(owner, EVERYTHING);
      const { call } = await open(secret, era);
      const { ID: id, draftRevision } = (await call('create_agent', { title: 'Harbour Bikes' })).body;
      expect((await call('list_agents')).body).toMatchObject({
        items: [{ ID: id, title: 'Harbour Bikes', isPublished: false }],
        next: null,
      });
      const suite = (path: string, body: unknown) =>
        api.call('POST', `/v2/agents/${id}/suite${path}`, { caller: owner.key, body });
      ok(await suite('', { blocksPublishing: true }));
      ok(await suite('/cases', testOf({ title: 'Knows the price', isMust: true })));
      const saved = await call('update_agent', { id, draftRevision, greeting: 'Ahoy' });
      expect(saved.body).toMatchObject({ hasUnpublishedChanges: true });
      expect((await call('update_agent', { id, draftRevision, greeting: 'Late' })).body.code).toBe('conflict');
      expect((await call('get_agent', { id })).body).toMatchObject({ greeting: 'Ahoy', hasUnpublishedChanges: true });
      expect(await call('publish_agent', { id })).toMatchObject({ isError: true, body: { code: 'suite_not_run' } });
      const runTests = async () => {
        const { id: runId } = (await call('run_tests', { id })).body;
        return until(
          async () => (await call('get_test_run', { id, runId })).body,
          ({ state }) => state !== 'running',
          60_000,
        );
      };
      expect(await runTests()).toMatchObject({
        mustFailed: 1,
        items: [{ title: 'Knows the price', verdict: 'failed' }],
      });
      expect(await call('publish_agent', { id })).toMatchObject({
        isError: true,
        body: { code: 'suite_failed', message: 'These tests do not pass: “Knows the price”.' },
      });
      expect((await call('get_agent', { id })).body.isPublished, 'nothing went past the gate').toBe(false);
      const { id: docId } = (await call('add_text', { id, title: 'Prices', text: PRICES })).body;
      const read = await until(
        async () => (await call('get_document', { id, docId })).body,
        ({ state }) => state === 'SUCCESS',
      );
      expect(read).toMatchObject({ text: PRICES, next: null });
      const found = (await call('search_knowledge', { id, q: 'What does an electric bike cost?' })).body;
      expect(found.items[0].text).toContain('28 euros');
      expect(await runTests()).toMatchObject({ passed: 1, mustFailed: 0 });
      expect((await call('list_tests', { id })).body).toMatchObject({ gate: null });
      expect((await call('publish_agent', { id, note: 'By an assistant' })).body).toEqual({
        publishedVersion: 1,
        stagingVersion: null,
      });
      expect((await call('list_versions', { id })).body.items).toMatchObject([{ number: 1, note: 'By an assistant' }]);
      const again = (await call('get_agent', { id })).body;
      await call('update_agent', { id, draftRevision: again.draftRevision, greeting: 'Hello' });
      expect((await call('diff_agent', { id })).body.items).toEqual([
        { path: 'greeting', before: '"Ahoy"', after: '"Hello"' },
      ]);
    },
  );

  test('what is long is told in pieces of at most 16 kB, which join to the whole', async () => {
    const owner = await signUp(api);
    const { call } = await open((await makeKey(owner, EVERYTHING)).secret);
    const id = await createAgent(api, owner, (settings) => ({
      ...settings,
      title: '\u6f22'.repeat(80),
      description: '\u6f22'.repeat(500),
      greeting: '\u6f22'.repeat(1_000),
      suggestedQuestions: Array.from({ length: 6 }, (_none, at) => `${at}${'\u6f22'.repeat(119)}`),
      systemPrompt: '\u6f22'.repeat(16_000),
    }));
    const text = Array.from({ length: 3_000 }, (_none, at) => `Line ${at} of what we know.`).join('\n');
    const { id: docId } = (await call('add_text', { id, title: 'Long', text })).body;
    await until(
      async () => (await call('get_document', { id, docId })).body,
      ({ state }) => state === 'SUCCESS',
    );
    const joined = async (name: string, input: object, field: string) => {
      let whole = '';
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body, text: said } = await call(name, { ...input, ...(cursor ? { cursor } : {}) });
        expect(Buffer.byteLength(said)).toBeLessThanOrEqual(16 * 1024);
        whole += body[field];
        cursor = body.next;
      }
      return whole;
    };
    expect(await joined('get_agent', { id }, 'systemPrompt')).toBe('\u6f22'.repeat(16_000));
    expect(await joined('get_document', { id, docId }, 'text')).toBe(text);
    for (let at = 0; at < 12; at += 1)
      await createAgent(api, owner, (settings) => ({ ...settings, description: '\u6f22'.repeat(500) }));
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body, text: said } = await call('list_agents', { limit: 50, ...(cursor ? { cursor } : {}) });
      expect(Buffer.byteLength(said)).toBeLessThanOrEqual(16 * 1024);
      seen.push(...body.items.map(({ ID }: { ID: string }) => ID));
      cursor = body.next;
    }
    expect(new Set(seen).size).toBe(13);
    expect(seen).toHaveLength(13);
    expect((await call('diff_agent', { id })).isError).toBe(false);
  });

  test('what was done stands in the audit log, with the person and the key', async () => {
    const owner = await signUp(api);
    const { id: keyId, secret } = await makeKey(owner, EVERYTHING);
    const { call } = await open(secret);
    const { ID: id } = (await call('create_agent', { title: 'Harbour Bikes' })).body;
    expect((await call('publish_agent', { id })).isError).toBe(false);
    const { rows } = (await database.unscoped.execute(
      sql`select actor from audit_entries where target = ${id} and action = 'agent.publish'`,
    )) as unknown as { rows: { actor: string }[] };
    expect(rows).toEqual([{ actor: `${owner.uid} by ${keyId}` }]);
  });

  test('conversations are read with their own scope alone', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await addText(api, owner, agentId, 'Prices', PRICES);
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, 'What does an electric bike cost?'));
    await settledMessages(api, owner, chat);
    const [reader, plain] = [
      await open((await makeKey(owner, ['conversations.read'])).secret),
      await open((await makeKey(owner)).secret),
    ];
    const { items } = (await reader.call('list_conversations', { agentId })).body;
    expect(items).toMatchObject([{ id: chat.conversationId, firstQuestion: 'What does an electric bike cost?' }]);
    const { transcript } = (await reader.call('get_conversation', { conversationId: chat.conversationId })).body;
    expect(transcript.map(({ role }: { role: string }) => role)).toEqual(['agent', 'visitor', 'agent']);
    expect((await plain.call('get_conversation', { conversationId: chat.conversationId })).body.code).toBe('forbidden');
    const today = new Date().toISOString().slice(0, 10);
    expect((await plain.call('get_figures', { from: today, to: today })).body.totals.conversations).toBe(1);
  });

  test.each(ERAS)('a key that only reads is shown no other tools, and refused them: %s', async (era) => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    const { names, call } = await open((await makeKey(owner)).secret, era);
    expect(await names()).not.toContain('publish_agent');
    for (const [name, input] of [
      ['create_agent', { title: 'x' }],
      ['publish_agent', { id: agentId }],
      ['add_text', { id: agentId, title: 'x', text: 'x' }],
      ['list_conversations', {}],
    ] as const)
      expect(await call(name, input), name).toMatchObject({ isError: true, body: { code: 'forbidden' } });
    expect((await call('list_agents')).body.items).toHaveLength(1);
    await expect(call('delete_agent', { id: agentId })).rejects.toThrow('There is no such tool');
  });

  test('a person’s key can do what they may at that moment, and nothing once they left', async () => {
    const [owner, writer] = [await signUp(api), await signUp(api)];
    const member = sql`workspace_uid = ${owner.uid} and user_id = ${writer.uid}`;
    await database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${owner.uid}, ${writer.uid}, '["agents.write"]')`);
    const { secret } = await makeKey(writer, ['agents.write'], owner.uid);
    const { call } = await open(secret);
    expect((await call('create_agent', { title: 'First' })).isError).toBe(false);
    await database.unscoped.execute(sql`update workspace_members set permissions = '[]' where ${member}`);
    expect((await call('create_agent', { title: 'Second' })).body.code).toBe('forbidden');
    expect((await call('list_agents')).body.items).toHaveLength(1);
    ok(await api.call('DELETE', `/v2/workspaces/${owner.uid}/members/${writer.uid}`, { caller: owner.caller }));
    await expect(call('list_agents')).rejects.toThrow();
    expect((await postMcp(url, { key: secret, body: LIST })).status).toBe(401);
  });

  test('a key that was revoked or has expired is refused from its next call on, in words', async () => {
    const owner = await signUp(api);
    const [revoked, expired] = [await makeKey(owner), await makeKey(owner)];
    for (const { secret } of [revoked, expired])
      expect((await postMcp(url, { key: secret, body: LIST })).status).toBe(200);
    ok(await api.call('DELETE', `/v2/workspaces/${owner.uid}/access-keys/${revoked.id}`, { caller: owner.caller }));
    await database.unscoped.execute(sql`update access_keys set expires_at = now() where id = ${expired.id}`);
    const said = async (key?: string) => {
      const answer = await postMcp(url, { body: LIST, ...(key ? { key } : {}) });
      const { code, message } = (await answer.json()) as { code: string; message: string };
      return { status: answer.status, code, message, challenge: answer.headers.get('www-authenticate') };
    };
    expect(await said(revoked.secret)).toMatchObject({
      status: 401,
      code: 'unauthorized',
      challenge: expect.stringMatching(/^Bearer error="invalid_token"/),
    });
    expect((await said(expired.secret)).message).toContain('has expired');
    expect(await said()).toMatchObject({ status: 401, challenge: 'Bearer' });
    for (const key of [owner.key.bearer!, `ak_${'x'.repeat(40)}`]) expect((await said(key)).status).toBe(401);
  });

  test('a key opens nothing but this: not the API, and no other workspace', async () => {
    const [owner, other] = [await signUp(api), await signUp(api)];
    const foreignId = await createAgent(api, other);
    const { secret } = await makeKey(owner, EVERYTHING);
    const byKey = { bearer: secret };
    expect((await api.call('GET', `/v2/workspaces/${owner.uid}/agents`, { caller: byKey })).status).toBe(401);
    const { call } = await open(secret);
    for (const [name, input] of [
      ['get_agent', { id: foreignId }],
      ['update_agent', { id: foreignId, draftRevision: 1, greeting: 'x' }],
      ['publish_agent', { id: foreignId }],
      ['add_text', { id: foreignId, title: 'x', text: 'x' }],
    ] as const)
      expect((await call(name, input)).body.code, name).toBe('not_found');
  });

  test('what pages of other sites send is refused, and so is a host that leads here by a trick', async () => {
    const { secret: key } = await makeKey(await signUp(api));
    const statusOf = async (headers: HeadersInit) => (await postMcp(url, { key, body: LIST, headers })).status;
    expect(await statusOf({ origin: api.origin })).toBe(200);
    expect(await statusOf({ origin: 'https://evil.example.com' })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
    const rebound = await api.callDirectly('/mcp', {
      method: 'POST',
      headers: { host: 'rebound.example.com', authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: LIST,
    });
    expect(rebound.status).toBe(403);
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(url, { method, headers: { authorization: `Bearer ${key}` } })).status, method).toBe(405);
  });

  test('nothing is held open for whoever would wait for events', async () => {
    const { client, names } = await open((await makeKey(await signUp(api))).secret);
    // Planted: subscriptions are taken, as by default -> caught here.
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached');
    expect((await names()).length).toBeGreaterThan(5);
  });
});
