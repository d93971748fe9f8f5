import type { Choice, Message } from '@antiphon/contract/events';
import type { Flow } from '@antiphon/contract/flow-parts';
import { newMessageId } from '@antiphon/contract/ids';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addText,
  type Chat,
  createAgent,
  ok,
  publish,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { bookingFlow } from '../factories/flow-factory.ts';
import { bookingAt } from '../factories/function-calls-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startLoopbackService } from '../harness/loopback-service.ts';

const BOOKED = { status: 200, body: '{"number":"B-7"}' };

describe.each(await openJourneyDatabases())('an agent with a flow, on $name', async ({ database }) => {
  const shop = await startLoopbackService(() => BOOKED);
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: shop.pair });
  afterAll(async () => {
    await api.stop();
    await shop.close();
  });
  const owner = await signUp(api);
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    ok(await api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
  const path = `/v2/workspaces/${owner.uid}/functions`;
  const { id: functionId, edition } = await call('POST', path, bookingAt(shop.origin));
  const { revision } = await call('POST', `${path}/${functionId}/publish`, { edition });
  const agentId = await createAgent(api, owner);
  await addText(api, owner, agentId, 'Hours', 'We are open Monday to Friday from 9 to 17. We serve vegan pasta.');

  const save = async (flow: Flow | null, more: object = {}) => {
    const agent = await call('GET', `/v2/agents/${agentId}`);
    const settings = { ...agent.settings, greeting: 'Welcome!', functions: [{ functionId, revision }], flow, ...more };
    await call('POST', `/v2/agents/${agentId}`, { settings, draftRevision: agent.draftRevision });
  };
  const publishFlow = async (flow: Flow, more: object = {}) => {
    await save(flow, more);
    await publish(api, owner, agentId);
  };
  await publishFlow(bookingFlow(functionId));

  let chat: Chat;
  beforeEach(async () => {
    chat = await startChat(api, agentId);
    shop.requests.length = 0;
    shop.answer = () => BOOKED;
  });
  const visitor = async (method: 'GET' | 'POST', end: string, body?: object) =>
    api.call(method, `/public/conversations/${chat.conversationId}${end}`, {
      caller: chat.visitor,
      ...(body ? { body } : {}),
    });
  const read = async () => ok(await visitor('GET', ''));
  const said = async (): Promise<Message[]> => (await read()).messages;
  const say = async (text: string, choiceId?: string) => {
    ok(await visitor('POST', '/messages', { id: newMessageId(), text, ...(choiceId ? { choiceId } : {}) }));
    return (await settledMessages(api, owner, chat)).at(-1)!;
  };
  const press = async (label: string) => {
    const choice = (await said()).at(-1)?.choices?.find((one: Choice) => one.label === label);
    return say(label, choice?.id);
  };
  const confirm = async () => {
    const [open] = (await read()).actions.filter(({ status }: { status: string }) => status === 'proposed');
    return ok(await visitor('POST', `/actions/${open.callId}`, { decision: 'confirm' }));
  };

  test('greets with what the flow says until it waits, and with its buttons', async () => {
    const [first, ...others] = await said();
    expect(others).toEqual([]);
    expect(first?.text).toBe('Welcome!\n\nWhat can I do for you?');
    expect(first?.choices?.map(({ label }) => label)).toEqual(['Book a table', 'Opening hours']);
    const agent = ok(await api.call('GET', `/public/agents/${agentId}`, {})).data;
    expect(agent.greeting).toBe(first?.text);
    expect(agent.choices).toEqual(first?.choices);
  });

  test('books a table: asks, reads, corrects, proposes, sends once after one confirmation, and goes on by itself', async () => {
    expect((await press('Book a table')).text).toBe('For how many people?');
    expect((await say('Do you serve vegan pasta?')).text).toMatch(/vegan pasta[\s\S]*For how many people\?$/);
    expect((await say('3 please')).text).toBe('On which day?');
    expect((await say('no, 4 people')).text).toBe('On which day?');
    expect((await say('hm')).text).toBe('On which day?');
    expect((await say('3 December 2099')).text).toBe('Book a table for 4 on 2099-12-03?');
    expect(shop.requests).toHaveLength(0);
    await confirm();
    const all = await until(said, (messages) => messages.at(-1)?.text.startsWith('See you') === true, 15_000);
    expect(all.slice(-2).map(({ text }) => text)).toEqual([
      'Your table is booked: B-7.',
      'See you on 2099-12-03. Your number is B-7.',
    ]);
    expect(shop.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { date: '2099-12-03', people: 4, shop: 'north' },
    ]);
    // It ended; what is written next begins at the start, without the greeting.
    expect((await say('Hello again')).text).toBe('What can I do for you?');
  });
});
