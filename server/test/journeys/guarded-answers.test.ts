import type { AgentSettings } from '@antiphon/contract/agents';
import { Guardrails } from '@antiphon/contract/guardrails';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import {
  addText,
  type Chat,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { definitionOf } from '../factories/function-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startLoopbackService } from '../harness/loopback-service.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const PRICES = 'An electric bike costs 28 euros a day. Rivalcorp asks for 40 euros a day.';
const INSTRUCTIONS =
  'Send visitors to https://book.example.com/table. Never tell anybody that the back door opens with the code 4711.';
const SECRET = 'sk-proj-abcdefghij0123456789ABCDEF';

describe.each(await openJourneyDatabases())('what an agent says is guarded on $name', async ({ database }) => {
  let saying: string[] = [];
  const host = await startModelServer({ reply: () => (saying.length > 1 ? saying.shift() : saying[0]) ?? 'Fine.' });
  const shop = await startLoopbackService(() => ({
    status: 200,
    body: '{"order":{"status":"https://track.example/p/77"}}',
  }));
  const api = await startTestApi(database, {
    ...{ REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort, OUTBOUND_ALLOW_SITES: shop.pair },
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([host.close(), shop.close()]);
  });
  const owner = await signUp(api);
  const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
    ok(await api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
  const openAgent = async (
    guardrails: z.input<typeof Guardrails>,
    model = 'fine',
    more: Partial<AgentSettings> = {},
  ) => {
    saying = [];
    const use =
      model === '' ? (settings: AgentSettings) => settings : await useModelServer(api, owner, host.baseURL, model);
    const given = { systemPrompt: INSTRUCTIONS, guardrails: Guardrails.parse(guardrails), ...more };
    const agentId = await createAgent(api, owner, (settings) => ({ ...use(settings), ...given }));
    await addText(api, owner, agentId, 'Prices', PRICES);
    await publish(api, owner, agentId);
    host.requests.length = 0;
    saying = [];
    return agentId;
  };
  const ask = async (chat: Chat, text: string) => {
    ok(await send(api, chat, text));
    const reply = (await settledMessages(api, owner, chat)).at(-1)!;
    const { spans = [] } = await call('GET', `/v2/conversations/${chat.conversationId}/messages/${reply.id}/trace`);
    return { ...reply, spans };
  };

  // Planted: what a model says is not guarded -> caught here.
  test('links lead to what its owner, its documents and its functions name, and nowhere else', async () => {
    const path = `/v2/workspaces/${owner.uid}/functions`;
    const request = { method: 'GET', origin: shop.origin, path: '/orders/{order}' } as const;
    const { id, edition } = await call('POST', path, definitionOf({ request }));
    const { revision } = await call('POST', `${path}/${id}/publish`, { edition });
    const functions = [{ functionId: id, revision }] as never;
    const agentId = await openAgent({ linkHosts: ['*.listed.example'] }, 'calls', { functions });
    await database.unscoped.execute(sql`
      update knowledge_documents set url = 'https://www.pages.example/prices' where agent_id = ${agentId}`);
    const chat = await startChat(api, agentId);
    const own = '[book](https://book.example.com/x) or https://a.listed.example/y, https://pages.example/z';
    saying = [
      `See ${own} and [this](https://evil.test/z), https://evil.test or www.evil.test. Your parcel: https://track.example/p/77`,
    ];
    const first = await ask(chat, 'Where is it? CALL find_order {"order":"A-1"}');
    expect(first.text.replaceAll('\u2060', '')).toBe(
      `See ${own} and this, evil.test or www.evil.test. Your parcel: https://track.example/p/77`,
    );
    expect(first.text).not.toMatch(/evil\.test/);
    expect(first.spans).toMatchObject([
      { kind: 'function', name: 'find_order', status: 'done' },
      { kind: 'guard', rule: 'links', what: '', count: 3, outcome: 'unlinked' },
    ]);
    saying = ['Here it is again: https://track.example/p/77, and not https://track.example/p/78.'];
    const again = await ask(chat, 'And where was it?');
    expect(again.text.replaceAll('\u2060', '')).toBe(
      'Here it is again: https://track.example/p/77, and not track.example/p/78.',
    );
  });

  test('what the built-in model quotes has its links, for they are those of the documents', async () => {
    const agentId = await openAgent({ names: ['Rivalcorp'] }, '');
    await addText(api, owner, agentId, 'Route', 'Our harbour is shown at https://maps.example/harbour for all.');
    const chat = await startChat(api, agentId);
    expect((await ask(chat, 'Where is your harbour shown?')).text).toContain('https://maps.example/harbour');
    const quoted = await ask(chat, 'What does Rivalcorp ask for a day?');
    expect(quoted.text).not.toContain('Rivalcorp');
    expect(quoted.spans).toMatchObject([{ rule: 'names', outcome: 'replaced' }]);
  });

  // Planted: the sentence leaves before it is judged -> caught here.
  test('a name, an instruction or a key is in no word that ever reaches the visitor', async () => {
    const agentId = await openAgent({
      names: ['Rivalcorp'],
      keepsInstructions: true,
      instead: 'Let us talk of bikes.',
    });
    const chat = await startChat(api, agentId);
    const stream = await follow(api.origin, chat);
    saying = [
      `We rent bikes. Rivalcorp is dear. The back door opens with the code 4711, never tell anybody that the back door opens with the code 4711. My key is ${SECRET}. Bye.`,
    ];
    const reply = await ask(chat, 'What is it?');
    expect(reply.text).toBe('We rent bikes. Let us talk of bikes. My key is •••. Bye.');
    expect(reply.spans).toMatchObject([
      { rule: 'secrets', count: 1, outcome: 'hidden' },
      { rule: 'names', count: 1, outcome: 'replaced' },
      { rule: 'instructions', count: 1, outcome: 'replaced' },
    ]);
    const told = JSON.stringify(stream.frames);
    expect(told).toContain('Let us talk');
    expect(told).not.toMatch(/Rivalcorp|code 4711|sk-proj/);
    expect(JSON.stringify(reply.spans)).not.toMatch(/Rivalcorp|4711|sk-proj/);
    await stream.leave();
  });

  test('the model is asked once more, and what it says then is replaced', async () => {
    const agentId = await openAgent({ names: ['Rivalcorp'], whenBroken: 'retry' });
    const chat = await startChat(api, agentId);
    saying = ['Rivalcorp is dear.', 'We are cheap.'];
    const reply = await ask(chat, 'Who is dear?');
    expect([reply.text, host.requests.length]).toEqual(['We are cheap.', 2]);
    expect(reply.spans).toMatchObject([{ rule: 'names', outcome: 'retried' }]);
    saying = ['Rivalcorp is dear. We are cheap.'];
    expect((await ask(chat, 'Who is dear, then?')).text).toBe('I cannot say that here. We are cheap.');
    expect(host.requests).toHaveLength(4);
  });

  test('a person is offered in the place of the rest', async () => {
    const agentId = await openAgent({ names: ['Rivalcorp'], whenBroken: 'person' });
    const chat = await startChat(api, agentId);
    saying = ['We are cheap. Rivalcorp is dear. And more.'];
    const reply = await ask(chat, 'Who is dear?');
    expect(reply).toMatchObject({
      text: 'We are cheap. I cannot say that here. ',
      state: 'complete',
      offersPerson: true,
    });
    expect(reply.spans).toMatchObject([{ rule: 'names', outcome: 'person' }]);
  });

  test('of an answer that is nothing but a picture a sentence is left', async () => {
    const chat = await startChat(api, await openAgent({}));
    saying = ['![](https://evil.test/x.png)'];
    expect((await ask(chat, 'Show me one')).text).toBe('I cannot say that here.');
  });

  const topics = [
    {
      name: 'Medical advice',
      examples: ['Is this safe with my medication?', 'Can I take painkillers?', 'Welche Tabletten soll ich nehmen?'],
      answer: 'Please ask your doctor about https://doctor.example, not Rivalcorp.',
    },
  ];

  // Planted: topics are looked for after the model was asked -> caught here.
  test('a topic is refused in the words of the owner, and no model is asked', async () => {
    for (const model of ['fine', '']) {
      const agentId = await openAgent({ topics, names: ['Rivalcorp'] }, model);
      const chat = await startChat(api, agentId);
      const refused = await ask(chat, 'Hello. Which tablets may I take with my medication? Can I take painkillers?');
      expect(refused.text).toBe(topics[0]?.answer);
      expect(refused.spans).toEqual([
        { kind: 'guard', rule: 'topic', what: 'Medical advice', count: 1, outcome: 'refused' },
      ]);
      expect(host.requests).toEqual([]);
      saying = ['28 euros.'];
      expect((await ask(chat, 'What does an electric bike cost?')).text).toMatch(/28 euros/);
    }
  });

  test('what is masked stands in the trace, by its kind', async () => {
    const chat = await startChat(api, await openAgent({ masks: { phones: true } }, ''));
    const reply = await ask(chat, 'Electric bike? 4111 1111 1111 1111, call +1 555 555 0100');
    expect(reply.spans).toEqual([
      { kind: 'guard', rule: 'mask', what: 'cards', count: 1, outcome: 'masked' },
      { kind: 'guard', rule: 'mask', what: 'phones', count: 1, outcome: 'masked' },
    ]);
  });

  test('tests of the agent are answered under the same rules', async () => {
    const agentId = await openAgent({ topics, names: ['Rivalcorp'] });
    saying = ['Rivalcorp is dear.'];
    const suite = (path: string, body: object) => call('POST', `/v2/agents/${agentId}/suite/${path}`, body);
    await suite('cases', testOf({ title: 'Name', say: 'Who is dear?', says: 'I cannot say that here' }));
    await suite('cases', testOf({ title: 'Topic', say: 'Can I take painkillers?', says: 'ask your doctor' }));
    const { id } = await suite('runs', {});
    const report = await until(
      () => call('GET', `/v2/agents/${agentId}/suite/runs/${id}`),
      ({ state }) => state === 'done',
      60_000,
    );
    expect(report).toMatchObject({ passed: 2, failed: 0 });
  });
});
