import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { giveBackIdle } from '../../src/domain/handoffs/give-back.ts';
import { makeSignals } from '../../src/domain/signals/make-signals.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';
import { createAgent, getUsage, ok, publish, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { askForPerson, follow, inbox, makeInbox } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';

const states = (frames: { event: string; data: { state: string } }[]) =>
  frames.filter(({ event }) => event === 'handoff').map(({ data }) => data.state);

const BIKE = 'What does an electric bike cost?';
const COST = 'An electric bike costs 28 euros a day. [1]';
const LEFT = 'Olga left, the assistant is back';
const sayer = ({ role, text, citations }: { role: string; text: string; citations: unknown[] }) =>
  role === 'system' || citations.length > 0 ? text : role;

describe.each(await openJourneyDatabases())('people take over on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const { owner, agentId, people } = await makeInbox(api, database, 20);
  const [first, second] = people.map((person) => inbox(api, owner.uid, person));
  if (!first || !second) throw new Error('no operators');
  const requestsTold = async () => {
    const { items } = ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller }));
    return items.filter(({ kind }: { kind: string }) => kind === 'person_requested');
  };

  test('nobody is online: the request is missed, the visitor may leave a message, and both are one item until it is closed', async () => {
    const chat = await startChat(api, agentId);
    for (const _ of [1, 2]) expect(await askForPerson(api, chat)).toBe('away');
    const missed = { id: chat.conversationId, state: 'bot', inboxState: 'open', isMissed: true, isUnread: true };
    expect(await first.list()).toMatchObject({ counts: { open: 1, missed: 1, mine: 0 }, items: [missed] });
    const contact = { email: 'ann@example.com', name: 'Ann', message: 'Call me.' };
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body: contact }));
    expect(await first.get(chat.conversationId)).toMatchObject({ contactName: 'Ann', contactEmail: 'ann@example.com' });
    const left = { id: chat.conversationId, state: 'bot', contactMessage: 'Call me.', leftAt: expect.any(String) };
    expect(await first.list()).toMatchObject({ counts: { open: 1 }, items: [{ ...missed, ...left }] });
    await until(requestsTold, (told) => told.length === 1 && told[0].body.includes('ann@example.com'));
    for (const _ of [1, 2]) ok(await first.post(chat.conversationId, 'close'));
    expect((await first.list()).items).toEqual([]);
    expect((await first.list('folder=closed')).items).toMatchObject([
      { id: chat.conversationId, closedBy: { name: 'Olga' } },
    ]);
    await until(requestsTold, (told) => told.length === 0);
    ok(await api.call('POST', path, { caller: chat.visitor, body: contact }));
    expect((await first.list()).items).toMatchObject([left]);
    ok(await first.post(chat.conversationId, 'close'));
  });

  test('20 operators claim at once: one wins, the others are told by whom', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    expect(await askForPerson(api, chat)).toBe('waiting');
    expect(await askForPerson(api, chat)).toBe('waiting');
    expect((await first.list()).items).toMatchObject([{ id: chat.conversationId, state: 'waiting' }]);
    const answers = await Promise.all(
      people.map((person) => inbox(api, owner.uid, person).post(chat.conversationId, 'claim')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.code} ${body.message}`))).toEqual(
      new Set(['409 already_claimed Olga has taken over this conversation.']),
    );
    const told = await api.database.unscoped.execute(
      sql`select count(*)::int as n from conversation_events where conversation_id = ${chat.conversationId} and event = 'handoff'`,
    );
    expect((told as unknown as { rows: { n: number }[] }).rows).toEqual([{ n: 2 }]);
  });

  test('the agent is silent while a person holds the chat, answers again after, and nothing of the person is charged', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    const visitor = await follow(api.origin, chat);
    await askForPerson(api, chat);
    ok(await first.post(chat.conversationId, 'claim'));
    const before = (await getUsage(api, owner)).items.length;
    expect(ok(await send(api, chat, 'What does an electric bike cost?')).replyId).toBeNull();
    const id = newMessageId();
    for (const _ of [1, 2]) ok(await first.post(chat.conversationId, 'messages', { id, text: '28 euros.' }));
    expect((await first.post(chat.conversationId, 'messages', { id, text: 'Other.' })).body.code).toBe(
      'idempotency_mismatch',
    );
    expect(
      (await second.post(chat.conversationId, 'messages', { id: newMessageId(), text: 'Me too' })).body,
    ).toMatchObject({ code: 'not_claimed', message: 'You do not hold this conversation. Take it over first.' });
    const heard = await visitor.until(({ data }) => data.role === 'operator');
    expect(heard?.data).toMatchObject({ text: '28 euros.', operator: { name: 'Olga', photo: '' } });
    expect((await settledMessages(api, owner, chat)).map(({ role }) => role)).toEqual(['agent', 'visitor', 'operator']);
    expect((await getUsage(api, owner)).items.length).toBe(before);

    ok(await first.post(chat.conversationId, 'give-back'));
    ok(await send(api, chat, 'What does an electric bike cost?'));
    await visitor.until(({ event }) => event === 'done');
    expect(states(visitor.frames)).toEqual(['waiting', 'held', 'bot']);
    expect(visitor.frames.filter(({ data }) => data.role === 'operator')).toHaveLength(1);
    await visitor.leave();
  });

  test('who left the page is told what came since, and whether to ask again', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    const path = `/public/conversations/${chat.conversationId}/unread`;
    const ask = (after?: string) => api.call('GET', after ? `${path}?after=${after}` : path, { caller: chat.visitor });
    const [greeting] = (await settledMessages(api, owner, chat)).map(({ id }) => id);
    expect(ok(await ask(greeting))).toEqual({ count: 0, isAwaited: false });
    const { messageId } = ok(await send(api, chat, BIKE));
    await settledMessages(api, owner, chat);
    expect(ok(await ask(messageId))).toEqual({ count: 1, isAwaited: false });
    await askForPerson(api, chat);
    expect(ok(await ask(messageId))).toEqual({ count: 1, isAwaited: true });
    ok(await first.post(chat.conversationId, 'claim'));
    for (const text of ['Hello.', '28 euros.'])
      ok(await first.post(chat.conversationId, 'messages', { id: newMessageId(), text }));
    expect(ok(await ask(messageId))).toEqual({ count: 3, isAwaited: true });
    // That somebody left is nothing to come back for.
    ok(await first.post(chat.conversationId, 'give-back'));
    expect(ok(await ask(messageId))).toEqual({ count: 3, isAwaited: false });
    expect((await api.call('GET', path, { caller: (await startChat(api, agentId)).visitor })).status).toBe(404);
  });

  test('what is open when a person leaves is answered by the agent, once, and the visitor is told who left', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    await askForPerson(api, chat);
    ok(await first.post(chat.conversationId, 'claim'));
    for (const text of ['Hello?', BIKE]) ok(await send(api, chat, text));
    const used = (await getUsage(api, owner)).items.length;
    const given = await Promise.all([1, 2].map(() => first.post(chat.conversationId, 'give-back')));
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409]);
    const said = await settledMessages(api, owner, chat);
    expect(said.map(sayer)).toEqual(['agent', 'visitor', 'visitor', LEFT, COST]);
    expect(said[3]).toMatchObject({ role: 'system', operator: { name: 'Olga' } });
    expect((await getUsage(api, owner)).items.length).toBe(used + 1);

    // What the person answered is theirs.
    await askForPerson(api, chat);
    ok(await first.post(chat.conversationId, 'claim'));
    ok(await send(api, chat, 'Do you have helmets?'));
    ok(await first.post(chat.conversationId, 'messages', { id: newMessageId(), text: 'Yes.' }));
    ok(await first.post(chat.conversationId, 'give-back'));
    expect((await settledMessages(api, owner, chat)).slice(5).map(sayer)).toEqual(['visitor', 'operator', LEFT]);
  });

  test('what is open when a person leaves counts among the messages of the month, and is refused at their end', async () => {
    const limited = await createAgent(api, owner, (settings) => ({
      ...settings,
      limits: { ...settings.limits, messagesLimit: 1 },
    }));
    await publish(api, owner, limited);
    await first.online();
    const chat = await startChat(api, limited);
    ok(await send(api, chat, BIKE));
    await settledMessages(api, owner, chat);
    await askForPerson(api, chat);
    ok(await first.post(chat.conversationId, 'claim'));
    ok(await send(api, chat, 'Do you have helmets?'));
    const visitor = await follow(api.origin, chat);
    ok(await first.post(chat.conversationId, 'give-back'));
    const told = await visitor.until(({ event }) => event === 'error');
    expect(told?.data).toMatchObject({ code: 'limit_reached', offersContact: true });
    const last = (await settledMessages(api, owner, chat)).at(-1);
    expect(last).toMatchObject({ role: 'agent', state: 'failed', text: told?.data.message });
    await visitor.leave();
  });

  test('two questions without an answer: the agent asks for a person, once, and the notification is of level 2', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    for (const text of ['Which moon is the largest?', 'Who wrote the Odyssey?']) {
      ok(await send(api, chat, text));
      await settledMessages(api, owner, chat);
    }
    // Somebody is on the way: the agent says no more.
    expect(ok(await send(api, chat, 'How tall is a giraffe?')).replyId).toBeNull();
    const shown = await first.get(chat.conversationId);
    expect(shown).toMatchObject({ state: 'waiting', canClaim: true });
    const visitor = await follow(api.origin, chat);
    await visitor.until(({ event }) => event === 'handoff');
    expect(visitor.frames.filter(({ event }) => event === 'handoff')).toMatchObject([
      { data: { state: 'waiting', reason: 'unknown', operator: null } },
    ]);
    await visitor.leave();
    const path = `/v2/workspaces/${owner.uid}/notifications`;
    const { items } = await until(
      async () => ok(await api.call('GET', path, { caller: owner.caller })),
      ({ items }) =>
        items.some(({ urlPathname }: { urlPathname: string }) => urlPathname.includes(chat.conversationId)),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'person_requested', notificationLevel: 2, title: 'A visitor asks for a person' }),
    );
    const summary = `/v2/workspaces/${owner.uid}/inbox/${chat.conversationId}/summary`;
    expect(ok(await api.call('GET', summary, { caller: owner.caller }))).toMatchObject({
      source: 'transcript',
      unanswered: ['Which moon is the largest?', 'Who wrote the Odyssey?'],
    });
  });

  test('a silent operator gives back by the clock, once; a wait in which nobody came ends, and is missed', async () => {
    await first.online();
    const [held, waiting] = [await startChat(api, agentId), await startChat(api, agentId)];
    for (const chat of [held, waiting]) await askForPerson(api, chat);
    ok(await first.post(held.conversationId, 'claim'));
    ok(await send(api, held, BIKE));
    const live = makeLiveConversations();
    const signals = makeSignals({ broker: null });
    // As if the process died after the commit: whoever looks next finds what is owed.
    const replies = { kick() {} };
    const deps = { database, live, signals, replies, systemScope: testSystemScope, makeScope };
    const stateOf = async (chat: typeof held) => (await first.get(chat.conversationId)).state;
    ok(await send(api, waiting, BIKE));
    // Who has left an address is not asked for it.
    const known = await startChat(api, agentId);
    const contact = { caller: known.visitor, body: { email: 'ida@example.com' } };
    ok(await api.call('POST', `/public/conversations/${known.conversationId}/contact`, contact));
    await askForPerson(api, known);
    await giveBackIdle(deps, new Date(Date.now() + 2.9 * 60_000));
    expect([await stateOf(held), await stateOf(waiting)]).toEqual(['held', 'waiting']);
    await giveBackIdle(deps, new Date(Date.now() + 3.1 * 60_000));
    expect([await stateOf(held), await stateOf(waiting)]).toEqual(['held', 'bot']);
    expect(await first.get(waiting.conversationId)).toMatchObject({ inboxState: 'open', isMissed: true });
    await giveBackIdle(deps, new Date(Date.now() + 9.9 * 60_000));
    expect(await stateOf(held)).toBe('held');
    const late = new Date(Date.now() + 11 * 60_000);
    await Promise.all([giveBackIdle(deps, late), giveBackIdle(deps, late)]);
    expect(await stateOf(held)).toBe('bot');
    const { messages } = ok(
      await api.call('GET', `/public/conversations/${waiting.conversationId}`, { caller: waiting.visitor }),
    );
    const lines = messages.filter(({ role }: { role: string }) => role === 'system');
    expect(lines).toMatchObject([{ text: expect.stringContaining('nobody is free'), offersPerson: true }]);
    const told = ok(await api.call('GET', `/public/conversations/${known.conversationId}`, { caller: known.visitor }));
    expect(told.messages.filter(({ role }: { role: string }) => role === 'system')).toMatchObject([
      { text: expect.stringContaining('will write to you by email') },
    ]);
    expect(told.messages.some(({ offersPerson }: { offersPerson?: boolean }) => offersPerson)).toBe(false);
    // What was asked meanwhile is the agent's to answer.
    expect((await settledMessages(api, owner, waiting)).at(-1)?.text).toBe(COST);
    const visitor = await follow(api.origin, held);
    await visitor.until(({ data }) => data.reason === 'inactive');
    expect(states(visitor.frames)).toEqual(['waiting', 'held', 'bot']);
    await visitor.leave();
    expect((await settledMessages(api, owner, held)).map(sayer)).toEqual(['agent', 'visitor', LEFT, COST]);
    await signals.stop();
  });

  test('typing is told to the other side and kept nowhere; notes and tags never reach the visitor', async () => {
    await first.online();
    const chat = await startChat(api, agentId);
    await askForPerson(api, chat);
    ok(await first.post(chat.conversationId, 'claim'));
    const visitor = await follow(api.origin, chat);
    await visitor.until(({ data }) => data.state === 'held');
    ok(await first.post(chat.conversationId, 'typing'));
    const typing = await visitor.until(({ event }) => event === 'typing');
    expect(typing).toEqual({ id: '', event: 'typing', data: { from: 'operator', name: 'Olga' } });
    expect((await second.post(chat.conversationId, 'typing')).body.code).toBe('not_claimed');

    const note = { id: newMessageId(), text: 'A regular, be kind' };
    for (const _ of [1, 2]) ok(await second.post(chat.conversationId, 'notes', note));
    ok(await second.post(chat.conversationId, 'tags', { tags: ['refund', 'refund', 'vip'] }));
    const settings = { predefinedTags: ['refund'], onlyPredefinedTags: true };
    const path = `/v2/workspaces/${owner.uid}/inbox-settings`;
    ok(await api.call('POST', path, { caller: owner.caller, body: settings }));
    // What stands there already stays.
    expect((await second.post(chat.conversationId, 'tags', { tags: ['vip', 'rare'] })).body.issues).toEqual([
      { path: 'tags', message: 'Only predefined tags are allowed: not rare.' },
    ]);
    expect(await first.get(chat.conversationId)).toMatchObject({
      notes: [{ text: note.text }],
      tags: ['refund', 'vip'],
    });
    const read = await api.call('GET', `/public/conversations/${chat.conversationId}`, { caller: chat.visitor });
    expect(read.body.handoff).toEqual({ state: 'held', operator: { name: 'Olga', photo: '' } });
    expect(`${read.text}${JSON.stringify(visitor.frames)}`).not.toMatch(/be kind|refund/);
    const stored = await api.database.unscoped.execute(
      sql`select 1 from conversation_events where event = 'typing' limit 1`,
    );
    expect((stored as unknown as { rows: unknown[] }).rows).toEqual([]);
    await visitor.leave();
  });
});
