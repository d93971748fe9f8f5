import type { AgentSettings, FallbackModel } from '@antiphon/contract/agents';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const BUILTIN = { provider: 'builtin', model: 'builtin', credentialId: null } as const;
const QUESTION = 'What does an electric bike cost?';

describe.each(await openJourneyDatabases())('models in place of one that fails, on $name', async ({ database }) => {
  const host = await startModelServer({ retryAfterSeconds: 0 });
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const owner = await signUp(api);

  /** Published with the model `fine`; the fallbacks use its key. */
  async function openAgent(fallbacks: (string | typeof BUILTIN)[]) {
    const withModel = await useModelServer(api, owner, host.baseURL, 'fine');
    const agentId = await createAgent(api, owner, (given) => {
      const settings = withModel(given);
      const { provider, credentialId } = settings.model;
      const named = (model: string): FallbackModel => ({ provider, model, credentialId });
      const chosen = fallbacks.map((one) => (typeof one === 'string' ? named(one) : one));
      return { ...settings, model: { ...settings.model, fallbacks: chosen } };
    });
    await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await publish(api, owner, agentId);
    host.requests.length = 0;
    return agentId;
  }

  async function ask(agentId: string) {
    const chat = await startChat(api, agentId);
    ok(await send(api, chat, QUESTION));
    const reply = (await settledMessages(api, owner, chat)).at(-1);
    const path = `/v2/conversations/${chat.conversationId}/messages/${reply?.id}/trace`;
    return { reply, trace: ok(await api.call('GET', path, { caller: owner.key })) };
  }

  const asked = () => host.requests.map(({ model }) => model);

  test.each([
    ['fails', 'failing', 'unreachable'],
    ['has a key that is refused', 'unauthorized', 'unauthorized'],
    ['does not exist', 'missing', 'not_found'],
    ['is at its limit', 'rate-limited', 'rate_limited'],
    ['says nothing', 'empty', 'unreachable'],
  ] as const)(
    'a model that %s: the next one answers, and trace, notification and charge say so',
    async (_, fault, reason) => {
      const agentId = await openAgent(['no-usage']);
      const before = await getUsage(api, owner);
      host.script(fault);
      const { reply, trace } = await ask(agentId);
      expect(reply).toMatchObject({ state: 'complete', text: expect.stringContaining('28 euros') });
      expect(trace).toMatchObject({
        model: 'openai-compatible/no-usage',
        outcome: 'answered',
        attempts: 1,
        failedModels: [{ model: 'openai-compatible/fine', reason }],
      });
      expect(asked()).toEqual(['fine', 'no-usage']);
      const after = await getUsage(api, owner);
      expect([before.loadTokens - after.loadTokens, after.heldTokens]).toEqual([1, 0]);
      const raised = await until(
        () =>
          database.unscoped.execute(
            sql`select "values" from notifications where agent_id = ${agentId} and kind = 'model_failed'`,
          ),
        ({ rows }) => rows.length > 0,
      );
      const models = 'openai-compatible/fine → openai-compatible/no-usage';
      expect(raised.rows).toEqual([{ values: { agent: 'Harbour Bikes', models } }]);
    },
  );

  test('one that is silent is left after 8 seconds, and the built-in model answers within ten', async () => {
    const agentId = await openAgent(['no-usage']);
    host.script('silent', 'silent');
    const { reply, trace } = await ask(agentId);
    expect(reply).toMatchObject({ state: 'complete', text: expect.stringContaining('28 euros') });
    expect(trace.model).toBe('builtin/builtin');
    expect(trace.failedModels.map(({ reason }: { reason: string }) => reason)).toEqual(['unreachable', 'unreachable']);
    const { totalMs } = trace.stages;
    expect([totalMs > 8_000, totalMs < 10_000]).toEqual([true, true]);
  }, 300_000);

  test('after five failures in a minute nobody waits for it', async () => {
    const agentId = await openAgent([BUILTIN]);
    host.script('failing', 'failing', 'failing', 'failing', 'failing');
    for (let number = 0; number < 5; number++) await ask(agentId);
    expect(asked()).toHaveLength(5);
    const { reply, trace } = await ask(agentId);
    expect(asked()).toHaveLength(5);
    expect(reply?.text).toContain('28 euros');
    expect(trace.failedModels).toEqual([{ model: 'openai-compatible/fine', reason: 'passed_over', message: '' }]);
    const { rows } = await database.unscoped.execute(
      sql`select count(*)::int as n from notifications where agent_id = ${agentId} and kind = 'model_failed'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('after its first word it is tried again itself, and without a fallback nobody else is asked', async () => {
    const agentId = await openAgent(['no-usage']);
    host.script('truncated');
    expect((await ask(agentId)).reply).toMatchObject({ state: 'complete' });
    expect(asked()).toEqual(['fine', 'fine']);
    const alone = await openAgent([]);
    host.script('missing');
    expect((await ask(alone)).reply).toMatchObject({ state: 'failed' });
    expect(asked()).toEqual(['fine']);
  });

  test('a model that cannot answer is not published, in whichever place it stands; its test says why', async () => {
    const agentId = await openAgent([]);
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    const { provider, credentialId } = settings.model;
    let revision = draftRevision as number;
    const save = async (model: Partial<AgentSettings['model']>) => {
      const body = { settings: { ...settings, model: { ...settings.model, ...model } }, draftRevision: revision };
      revision = ok(await api.call('POST', `/v2/agents/${agentId}`, { caller: owner.key, body })).draftRevision;
    };
    const publishing = () => api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body: {} });
    const tested = async (model: string) =>
      ok(
        await api.call('POST', `/v2/agents/${agentId}/model-test`, {
          caller: owner.key,
          body: { provider, model, credentialId },
        }),
      );

    await save({ model: 'missing' });
    const message = 'openai-compatible/missing cannot answer. There is no such model or address.';
    expect(await publishing()).toMatchObject({
      status: 409,
      body: { code: 'model_cannot_answer', message: expect.stringContaining(message) },
    });
    await save({ fallbacks: [{ provider, model: 'unauthorized', credentialId }] });
    expect(await publishing()).toMatchObject({ status: 409, body: { code: 'model_cannot_answer' } });
    await save({ fallbacks: [{ provider: 'openai', model: 'gpt', credentialId: null }] });
    expect(await publishing()).toMatchObject({ status: 409, body: { code: 'model_key_missing' } });

    // The key works, and what visitors have already is not asked again.
    await save({ fallbacks: [{ provider, model: 'rate-limited', credentialId }] });
    host.requests.length = 0;
    expect(await publishing()).toMatchObject({ status: 200 });
    expect(asked()).toEqual(['rate-limited']);

    expect(await tested('no-usage')).toMatchObject({ success: true });
    const refused = await tested('unauthorized');
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining('The key cannot be used.') });
    expect(JSON.stringify(refused)).not.toContain('sk-test');

    const listed = ok(
      await api.call('GET', `/v2/workspaces/${owner.uid}/models?provider=${provider}&credentialId=${credentialId}`, {
        caller: owner.key,
      }),
    );
    expect(listed.items).toContainEqual({ model: 'slow-tokens', price: null });
    const known = ok(
      await api.call('GET', `/v2/workspaces/${owner.uid}/models?provider=openai`, { caller: owner.key }),
    );
    expect(known.items).toContainEqual({ model: 'gpt-5-mini', price: { input: 0.25, output: 2 } });
    expect(JSON.stringify(known)).not.toContain('claude');
  });

  test('a credential is kept while a fallback names it', async () => {
    const agentId = await openAgent(['no-usage']);
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    const { credentialId, fallbacks } = settings.model;
    const model = { ...settings.model, ...BUILTIN, fallbacks };
    ok(
      await api.call('POST', `/v2/agents/${agentId}`, {
        caller: owner.key,
        body: { settings: { ...settings, model }, draftRevision },
      }),
    );
    ok(await api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body: {} }));
    const path = `/v2/workspaces/${owner.uid}/credentials/${credentialId}`;
    expect(await api.call('DELETE', path, { caller: owner.caller })).toMatchObject({ status: 409 });
  });
});
