import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newChannelConnectionId, newHookKey, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, ok, useModelServer } from '../factories/api-factory.ts';
import { secretFor } from '../factories/function-factory.ts';
import { makeTenant, type Tenant } from '../factories/tenant.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { openMcpClient, postMcp } from '../harness/mcp-client.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { toolRows } from './tool-rows.ts';

/** A host of models that puts the key it was sent into its refusal, as some do. */
async function startTellingHost() {
  const server = createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: `Incorrect API key provided: ${request.headers.authorization}` } }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { pair, baseURL: `http://${pair}/v1`, close: () => void server.close() };
}

const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];

describe.each(await openJourneyDatabases())('secrets and programs on $name', async ({ database }) => {
  const [host, teller] = [await startModelServer(), await startTellingHost()];
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: `${host.hostAndPort},${teller.pair}` });
  afterAll(async () => {
    await api.stop();
    await host.close();
    teller.close();
  });
  const secrets = new Map<string, string>();
  const seed = (what: string, value: string) => {
    secrets.set(value, what);
    return value;
  };

  async function plant(own: Tenant) {
    const post = async (path: string, body?: unknown) =>
      ok(await api.call('POST', `/v2/workspaces/${own.uid}${path}`, { caller: own.caller, ...(body ? { body } : {}) }));
    seed('workspace key', own.key.bearer!);
    for (let at = 0; at < 8; at += 1) {
      const secret = seed('model key', `sk-${randomText(40)}`);
      await post('/credentials', { provider: 'openai', label: `Model ${at}`, secret });
      const call = seed('function key', `fn-${randomText(40)}`);
      await post('/call-credentials', secretFor(['https://api.example.com'], { label: `Shop ${at}`, secret: call }));
    }
    for (let at = 0; at < 4; at += 1) seed('webhook key', (await post('/webhook/secret')).secret);
    for (let at = 0; at < 6; at += 1) {
      const [id, hookKey, token] = [newChannelConnectionId(), newHookKey(), `123456:${randomText(35)}`];
      await database.unscoped.execute(sql`
        insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, name, handle, sealed, hook_key, state)
        values (${id}, ${own.uid}, ${own.agentId}, 'telegram', ${id}, 'Bot', 'a_bot',
          ${Buffer.from(seed('channel token', token))}, ${seed('hook key', hookKey)}, 'waiting')`);
    }
    const scopes = ['conversations.read', 'knowledge.write', 'agents.write', 'agents.publish'];
    const { secret } = await post('/access-keys', { name: 'Assistant', scopes });
    return seed('access key', secret);
  }

  test('more than 30 of them stand in no answer of any tool, nor in an error', async () => {
    const own = await makeTenant(api, host.baseURL);
    const key = await plant(own);
    expect(secrets.size).toBeGreaterThanOrEqual(30);
    const url = `${api.origin}/api/na/mcp`;
    const { client, call, close } = await openMcpClient(url, key);
    const answers = [JSON.stringify(await client.listTools())];
    const keep = async (name: string, input: Record<string, unknown>) => answers.push((await call(name, input)).text);
    for (const [name, { input }] of Object.entries(toolRows)) {
      await keep(name, input(own));
      await keep(name, {});
    }
    const withModel = await useModelServer(
      api,
      own,
      teller.baseURL,
      'fine',
      seed('repeated key', `sk-${randomText(40)}`),
    );
    await keep('publish_agent', { id: await createAgent(api, own, withModel) });
    expect(answers.at(-1)).toContain('model_cannot_answer');
    for (const given of [key, own.key.bearer!, `${key}x`]) {
      const answer = await postMcp(url, { key: given, body: '{' });
      answers.push(`${[...answer.headers].join()} ${await answer.text()}`);
    }
    await close();
    // Planted: an error that tells what was sent in the header -> caught here.
    const found = [...secrets].filter(([secret]) =>
      formsOf(secret).some((form) => answers.some((text) => text.includes(form))),
    );
    expect(found.map(([, what]) => what)).toEqual([]);
    const logged = [...secrets].filter(([secret]) => api.logLines.some((line) => line.includes(secret)));
    expect(logged.map(([, what]) => what)).toEqual([]);
  }, 120_000);
});
