import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Chat, ok, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { askForPerson, inbox, makeInbox } from '../factories/takeover-factory.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** And tomorrow: it may begin meanwhile. */
const today = { from: dayIn(0), to: dayIn(1), timeZone: 'UTC' };

describe.each(await openJourneyDatabases())('thumbs and ratings on $name', ({ database }) => {
  let api: TestApi;
  let made: Awaited<ReturnType<typeof makeInbox>>;

  beforeAll(async () => {
    api = await startTestApi(database);
    made = await makeInbox(api, database, 1);
  });
  afterAll(() => api.stop());

  const read = (what: string, query: Record<string, string> = {}) =>
    api.call('GET', `/v2/workspaces/${made.owner.uid}/${what}?${new URLSearchParams(query)}`, {
      caller: made.owner.caller,
    });
  const figures = async (what: string, query: Record<string, string> = {}) =>
    ok(await read(`analytics/${what}`, { ...today, ...query }));
  const post = (chat: Chat, rest: string, body: unknown, caller = chat.visitor) =>
    api.call('POST', `/public/conversations/${chat.conversationId}/${rest}`, { caller, body });
  const thumb = (chat: Chat, messageId: string, body: unknown, caller = chat.visitor) =>
    post(chat, `messages/${messageId}/thumb`, body, caller);
  const ask = async (chat: Chat, question: string) => {
    ok(await send(api, chat, question));
    return (await settledMessages(api, made.owner, chat)).at(-1)!;
  };
  const detail = async ({ conversationId }: Chat) =>
    ok(await api.call('GET', `/v2/conversations/${conversationId}`, { caller: made.owner.caller }));
  const eventsOf = async (chat: Chat, type: string) => {
    const found = await database.unscoped.execute(
      sql`select payload from outbox where type = ${type} and payload ->> 'conversationId' = ${chat.conversationId}`,
    );
    return found.rows.length;
  };

  test('a thumb stands on its answer, is changed and taken back, and is counted as it is', async () => {
    const chat = await startChat(api, made.agentId);
    const answer = await ask(chat, 'What does an electric bike cost?');
    const why = { reason: 'incomplete', comment: ' No prices for children. ' };
    ok(await thumb(chat, answer.id, { value: 'down', ...why }));
    const down = { value: 'down', reason: 'incomplete', comment: 'No prices for children.' };
    const own = ok(await api.call('GET', `/public/conversations/${chat.conversationId}`, { caller: chat.visitor }));
    expect(own.messages.at(-1).thumb).toEqual(down);
    expect((await detail(chat)).transcript.at(-1).thumb).toEqual(down);
    expect((await figures('report')).totals).toMatchObject({ thumbsUp: 0, thumbsDown: 1 });
    const listed = async (thumbs: string) => ok(await read('conversations', { thumbs })).items;
    expect(await listed('down')).toMatchObject([{ id: chat.conversationId, thumbsDown: 1 }]);
    expect(await listed('up')).toEqual([]);
    const [comment] = (await figures('comments')).items;
    expect(comment).toMatchObject({ messageId: answer.id, reason: 'incomplete', text: down.comment, rating: null });
    expect(comment.sources).toEqual(['Prices']);
    const [prices] = (await figures('scores')).documents;
    expect(prices).toMatchObject({ name: 'Prices', thumbsUp: 0, thumbsDown: 1, ratings: 0 });
    expect((await figures('comments', { documentId: prices.id })).items).toHaveLength(1);
    expect((await figures('comments', { documentId: 'doc_other' })).items).toEqual([]);
    for (const what of ['scores', 'comments'])
      expect((await read(`analytics/${what}`, { ...today, from: '2099-01-01' })).status).toBe(400);

    // What is said of a thumb that is down is not kept of one that is up; the same thumb twice is told once.
    for (const _ of [1, 2]) ok(await thumb(chat, answer.id, { value: 'up', ...why }));
    expect((await detail(chat)).transcript.at(-1).thumb).toEqual({ value: 'up', reason: null, comment: '' });
    expect((await figures('report')).totals).toMatchObject({ thumbsUp: 1, thumbsDown: 0 });
    ok(await thumb(chat, answer.id, { value: null }));
    expect((await detail(chat)).transcript.at(-1)).not.toHaveProperty('thumb');
    expect((await figures('report')).totals).toMatchObject({ thumbsUp: 0, thumbsDown: 0 });
    expect(await eventsOf(chat, 'answer_rated')).toBe(3);
  });

  test("only a finished answer of the visitor's own conversation has one, and words have their bounds", async () => {
    const chat = await startChat(api, made.agentId);
    const other = await startChat(api, made.agentId);
    const answer = await ask(chat, 'When do you open?');
    const question = (await detail(chat)).transcript.find(({ role }: { role: string }) => role === 'visitor');
    for (const [of, messageId] of [
      [chat, question.id],
      [other, answer.id],
    ] as const)
      expect((await thumb(of, messageId, { value: 'up' })).body.code).toBe('not_found');
    expect((await thumb(chat, answer.id, { value: 'up' }, other.visitor)).status).toBeGreaterThanOrEqual(401);
    for (const body of [
      { value: 'sideways' },
      { value: 'down', reason: 'boring' },
      { value: 'down', comment: 'x'.repeat(501) },
    ])
      expect((await thumb(chat, answer.id, body)).status).toBe(400);
  });

  test('whoever changes their mind for ever is stopped', async () => {
    const chat = await startChat(api, made.agentId);
    const answer = await ask(chat, 'When do you open?');
    const strict = await startTestApi(database, { RATE_LIMIT_FACTOR: '0.1' });
    onTestFinished(() => strict.stop());
    const path = `/public/conversations/${chat.conversationId}`;
    const untilRefused = async (rest: string, body: unknown) => {
      for (let n = 0; n < 10; n += 1)
        if ((await strict.call('POST', `${path}/${rest}`, { caller: chat.visitor, body })).status === 429) return n;
      return null;
    };
    expect(await untilRefused(`messages/${answer.id}/thumb`, { value: 'up' })).toBe(6);
    expect(await untilRefused('rating', { rating: null })).toBe(3);
    ok(await thumb(chat, answer.id, { value: null }));
  });

  test('a rating belongs to who took the conversation over, and can be taken back', async () => {
    const [operator] = made.people;
    if (!operator) throw new Error('no operator');
    const desk = inbox(api, made.owner.uid, operator);
    await desk.online();
    const chat = await startChat(api, made.agentId);
    await ask(chat, 'When do you open?');
    await askForPerson(api, chat);
    ok(await desk.post(chat.conversationId, 'claim'));
    ok(await desk.post(chat.conversationId, 'give-back'));
    ok(await post(chat, 'rating', { rating: 2, comment: 'Slow.' }));
    const [person] = (await figures('scores')).operators;
    expect(person).toMatchObject({ conversations: 1, ratings: 1, stars: 2 });
    const comments = (await figures('comments', { operatorId: person.id })).items;
    expect(comments).toMatchObject([{ rating: 2, text: 'Slow.', messageId: null, operator: person.name }]);
    expect((await figures('report')).totals).toMatchObject({ ratings: 1, stars: 2, ratingsDown: 1 });
    ok(await post(chat, 'rating', { rating: null }));
    expect(await detail(chat)).toMatchObject({ rating: null, ratingComment: '' });
    expect((await figures('report')).totals).toMatchObject({ ratings: 0, stars: 0, ratingsDown: 0 });
    expect((await figures('comments', { operatorId: person.id })).items).toEqual([]);
    expect(await eventsOf(chat, 'conversation_rated')).toBe(2);
  });

  test('a test keeps its thumb, and counts and tells nothing', async () => {
    const before = (await figures('report')).totals;
    const path = `/v2/agents/${made.agentId}/test-conversations`;
    const started = ok(await api.call('POST', path, { caller: made.owner.caller, body: {} }));
    const chat: Chat = {
      agentId: made.agentId,
      conversationId: started.conversationId,
      visitor: { bearer: started.visitorToken },
    };
    const answer = await ask(chat, 'When do you open?');
    ok(await thumb(chat, answer.id, { value: 'down', reason: 'tone' }));
    ok(await post(chat, 'rating', { rating: 1 }));
    expect((await detail(chat)).transcript.at(-1).thumb).toMatchObject({ value: 'down', reason: 'tone' });
    expect((await figures('report')).totals).toEqual(before);
    expect(await eventsOf(chat, 'answer_rated')).toBe(0);
    expect(await eventsOf(chat, 'conversation_rated')).toBe(0);
  });
});
