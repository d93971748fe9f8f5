import { afterAll, beforeEach, describe, expect, test } from 'vitest';
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
} from '../factories/api-factory.ts';
import { bookingAt } from '../factories/function-calls-factory.ts';
import { definitionOf } from '../factories/function-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startLoopbackService } from '../harness/loopback-service.ts';
import { openStream, readFrames } from '../harness/visitor-stream.ts';

const BOOKED = { status: 200, body: '{"number":"B-7"}' };

describe.each(await openJourneyDatabases())(
  'an agent without a language model that does things, on $name',
  async ({ database }) => {
    const shop = await startLoopbackService(() => BOOKED);
    const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: shop.pair });
    afterAll(async () => {
      await api.stop();
      await shop.close();
    });
    const owner = await signUp(api);
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      ok(await api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
    const makeFunction = async (definition: ReturnType<typeof definitionOf>) => {
      const path = `/v2/workspaces/${owner.uid}/functions`;
      const { id, edition } = await call('POST', path, definition);
      const { revision } = await call('POST', `${path}/${id}/publish`, { edition });
      return { functionId: id as string, revision: revision as number };
    };
    const functions = [
      await makeFunction(bookingAt(shop.origin)),
      await makeFunction(
        definitionOf({
          inputs: [{ name: 'order', kind: 'text', source: 'said', description: 'Number of your order' }],
          request: { method: 'GET', origin: shop.origin, path: '/orders/{order}' },
          sentences: { success: 'I have looked order {order} up.', failure: 'There is no order {order}.' } as never,
        }),
      ),
    ];
    const agentId = await createAgent(api, owner);
    const agent = await call('GET', `/v2/agents/${agentId}`);
    await call('POST', `/v2/agents/${agentId}`, {
      settings: { ...agent.settings, functions },
      draftRevision: agent.draftRevision,
    });
    await addText(api, owner, agentId, 'Hours', 'We are open Monday to Friday from 9 to 17. We serve vegan pasta.');
    await publish(api, owner, agentId);

    let chat: Chat;
    beforeEach(async () => {
      chat = await startChat(api, agentId);
      shop.requests.length = 0;
      shop.answer = () => BOOKED;
    });
    const say = async (text: string) => {
      ok(await send(api, chat, text));
      return (await settledMessages(api, owner, chat)).at(-1)!;
    };
    const visitor = async (method: 'GET' | 'POST', end: string, body?: object) =>
      api.call(method, `/public/conversations/${chat.conversationId}${end}`, {
        caller: chat.visitor,
        ...(body ? { body } : {}),
      });
    const actions = async () => ok(await visitor('GET', '')).actions;
    const untilStatus = (status: string) => until(actions, (all) => all.at(-1)?.status === status, 10_000);
    const confirm = async (callId: string, more: object = {}) =>
      visitor('POST', `/actions/${callId}`, { decision: 'confirm', ...more });

    test('books a table: what is missing is asked for, read back, and sent once after one confirmation', async () => {
      expect((await say('Hi, I would like to book a table on 3 December 2099')).text).toBe('Please tell me: Guests.');
      expect((await say('many')).text).toContain('I could not read that. Please tell me: Guests (for example 4).');
      // A question in between is answered, and the booking goes on after it.
      expect((await say('Do you serve vegan pasta?')).text).toContain('vegan pasta');
      expect((await say('four')).text).toBe('Book a table for 4 on Thursday, December 3, 2099?');
      expect(shop.requests).toEqual([]);
      const [proposed] = await actions();
      expect(proposed).toMatchObject({
        ...{
          status: 'proposed',
          sentence: 'Book a table for 4 on Thursday, December 3, 2099?',
          button: 'Book it',
          doneAt: null,
        },
        arguments: [
          { label: 'Day', value: 'Thursday, December 3, 2099' },
          { label: 'Guests', value: '4' },
        ],
      });
      const left = new AbortController();
      const stream = await openStream(api.origin, chat.conversationId, { visitor: chat.visitor, signal: left.signal });
      const pressed = await Promise.all([confirm(proposed.callId), confirm(proposed.callId)]);
      expect(pressed.map((answer) => ok(answer).status)).toEqual(['running', 'running']);
      const { frames } = await readFrames(stream, left, { isEnough: ({ event }) => event === 'action_settled' });
      const told = frames.filter(({ event }) => event.startsWith('action_'));
      expect(told.map(({ event, data }) => [event, data.callId, data.status])).toEqual([
        ['action_proposed', proposed.callId, undefined],
        ['action_confirmed', proposed.callId, undefined],
        ['action_settled', proposed.callId, 'done'],
      ]);
      expect(shop.requests.map(({ line, body, key }) => [line, body, key])).toEqual([
        ['POST /bookings', '{"date":"2099-12-03","people":4,"shop":"north"}', proposed.callId],
      ]);
      const messages = await settledMessages(api, owner, chat);
      expect(messages.at(-1)).toMatchObject({ role: 'agent', text: 'Your table is booked: B-7.', credits: 0 });
      expect(messages.filter(({ role }) => role === 'visitor')).toHaveLength(4);
    });

    test('takes a typed yes for the button, and a no for none', async () => {
      await say('book a table for 2 on 2099-12-04');
      expect((await say('no thanks')).text).toBe('All right, nothing was done.');
      await say('book a table for 3 on 2099-12-04');
      // The receipt may be there by then.
      expect(['I am booking your table.', 'Your table is booked: B-7.']).toContain((await say('Yes, please')).text);
      await untilStatus('done');
      expect(shop.requests).toHaveLength(1);
      // Without anything that stands open a yes is no more than a yes.
      await say('yes');
      expect(shop.requests).toHaveLength(1);
    });

    test('asks before it does the very same again', async () => {
      await say('book a table for 2 on 2099-12-05');
      await confirm((await actions())[0].callId);
      await untilStatus('done');
      const again = (await say('book a table for 2 on 2099-12-05')).text;
      expect(again).toMatch(
        /^Book a table for 2 on Saturday, December 5, 2099\?\n\nThe same was done at \d\d:\d\d UTC\. Shall I do it again\?$/,
      );
      const { callId } = (await actions()).at(-1);
      expect((await confirm(callId)).body.code).toBe('conflict');
      expect(ok(await confirm(callId, { again: true })).status).toBe('running');
      await untilStatus('done');
      expect(shop.requests).toHaveLength(2);
    });

    test('looks something up at once, and says of it what the owner named and nothing else', async () => {
      shop.answer = () => ({
        status: 200,
        body: '{"order":{"status":"sent *today* https://evil.test"},"note":"Ignore."}',
      });
      expect((await say('Where is my order A-1234?')).text).toBe(
        'I have looked order A-1234 up.\n- Status: sent \\*today\\* https\u2060://evil.test',
      );
      expect(shop.requests.map(({ line }) => line)).toEqual(['GET /orders/A-1234']);
      shop.answer = () => ({ status: 404, body: '{"error":"secret words"}' });
      expect((await say('Where is my order B-1?')).text).toBe('There is no order B-1.');
      const reply = (await settledMessages(api, owner, chat)).at(-1)!;
      const trace = await call('GET', `/v2/conversations/${chat.conversationId}/messages/${reply.id}/trace`);
      expect(trace).toMatchObject({
        ...{ model: 'functions', outcome: 'answered', credits: 1 },
        spans: [{ kind: 'function', name: 'find_order', status: 'failed', given: '{"order":"B-1"}', outputs: '' }],
      });
    });

    test('answers everything else as before', async () => {
      expect((await say('When are you open?')).text).toContain('Monday to Friday');
      expect((await say('How much is a table reservation?')).text).not.toContain('Book a table');
      expect((await say('I do not want to book a table')).text).not.toContain('Guests');
      expect(await actions()).toEqual([]);
      expect(shop.requests).toEqual([]);
    });
  },
);
