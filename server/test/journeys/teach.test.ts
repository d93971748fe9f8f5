import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
  useModelServer,
} from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const ANSWER = 'Yes: **Sundays from 10 to 16**, but not in January.\n\nRing the bell [at the gate].';

describe.each(await openJourneyDatabases())('an answer that is taught, on $name', async ({ database }) => {
  const host = await startModelServer({ retryAfterSeconds: 0 });
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const owner = await signUp(api);

  async function openAgent(model: 'builtin' | 'language model') {
    const agentId = await (model === 'builtin'
      ? createAgent(api, owner)
      : createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'fine')));
    await addText(
      api,
      owner,
      agentId,
      'Hours',
      'We are open Monday to Friday from 9 to 17. We rent bikes and tandems.',
    );
    await publish(api, owner, agentId);
    return agentId;
  }

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    ok(await api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
  const teach = (agentId: string, questions: string[], text: string, language = '') =>
    call('POST', `/v2/agents/${agentId}/knowledge`, { kind: 'qa', questions, text, language });

  async function ask(agentId: string, ...questions: string[]) {
    const chat = await startChat(api, agentId);
    for (const question of questions) {
      ok(await send(api, chat, question));
      await settledMessages(api, owner, chat);
    }
    const reply = (await settledMessages(api, owner, chat)).at(-1)!;
    const trace = await call('GET', `/v2/conversations/${chat.conversationId}/messages/${reply.id}/trace`);
    return { reply, trace };
  }

  test.each(['builtin', 'language model'] as const)('is said word by word with its source: %s', async (model) => {
    const agentId = await openAgent(model);
    const before = await ask(agentId, 'Are you open on Sundays?');
    expect(before.reply.text).not.toContain('January');
    const taught = await teach(agentId, ['Are you open on Sundays?', 'Sunday hours'], ANSWER);
    expect(taught).toMatchObject({ kind: 'qa', title: 'Are you open on Sundays?', language: '' });

    host.requests.length = 0;
    for (const question of ['hello, are you OPEN on sunday', 'Sunday hours?']) {
      const { reply, trace } = await ask(agentId, question);
      expect(reply).toMatchObject({ text: ANSWER, isUnknown: false, credits: 1 });
      expect(reply.citations).toMatchObject([{ number: 1, documentId: taught.id, title: 'Are you open on Sundays?' }]);
      expect(trace).toMatchObject({ model: 'taught', outcome: 'answered', inputTokens: 0, question });
    }
    expect(host.requests).toEqual([]);
    const { items } = await call('POST', `/v2/agents/${agentId}/knowledge-search`, { q: 'open sundays?' });
    expect(items[0]).toMatchObject({ documentId: taught.id, text: ANSWER, score: 1 });
  });

  test('is not said to another question, nor to one that leans on what was said', async () => {
    const agentId = await openAgent('builtin');
    await teach(agentId, ['How long is it?', 'Are you open on Sundays?'], ANSWER);
    expect((await ask(agentId, 'Are you open on Mondays?')).reply.text).not.toBe(ANSWER);
    expect((await ask(agentId, 'When are you open on Sundays?')).trace.model).not.toBe('taught');
    expect((await ask(agentId, 'Do you rent tandems?', 'How long is it?')).trace.model).not.toBe('taught');
    expect((await ask(agentId, 'Do you rent tandems?', 'Are you open on Sundays?')).reply.text).toBe(ANSWER);
  });

  test('is changed, copied with its agent, and deleted', async () => {
    const agentId = await openAgent('builtin');
    const { id } = await teach(agentId, ['Parkplatz?'], 'Ja.', 'de');
    await teach(agentId, ['Parkplatz?'], 'Yes.', 'en');
    expect((await ask(agentId, 'Parkplatz?')).reply.text).toBe('Yes.');
    const path = `/v2/agents/${agentId}/knowledge/${id}`;
    expect(
      (await call('POST', path, { questions: ['Parking lot?', 'Can I park?'], text: 'Behind the house.' })).title,
    ).toBe('Parking lot?');
    await untilRead(api, owner, agentId, id);
    expect((await ask(agentId, 'can I park')).reply.text).toBe('Behind the house.');
    const detail = await call('GET', path);
    expect(detail).toMatchObject({ kind: 'qa', text: 'Behind the house.', questions: ['Parking lot?', 'Can I park?'] });
    expect(detail.chunkList).toMatchObject([{ headingPath: ['Can I park?'], text: 'Behind the house.' }]);

    const copy = await call('POST', `/v2/agents/${agentId}/duplicate`, {});
    await publish(api, owner, copy.ID);
    const copied = await until(
      async () => (await call('GET', `/v2/agents/${copy.ID}/knowledge`)).items,
      (items: { kind: string }[]) => items.length === 3,
    );
    expect(copied.map(({ kind }) => kind).toSorted()).toEqual(['qa', 'qa', 'text']);
    await call('DELETE', path);
    expect((await ask(agentId, 'Can I park?')).reply.text).not.toBe('Behind the house.');
    expect((await ask(copy.ID, 'Can I park?')).reply.text).toBe('Behind the house.');
  });

  test.each([
    [{ questions: [] }, 'questions'],
    [{ questions: ['?!'] }, 'questions'],
    [{ questions: Array.from({ length: 21 }, (_, n) => `Question ${n}?`) }, 'questions'],
    [{ text: 'x'.repeat(4_001) }, 'text'],
    [{ language: 'german' }, 'language'],
  ])('is refused with %j', async (wrong, path) => {
    const agentId = await createAgent(api, owner);
    const body = { kind: 'qa', questions: ['Open?'], text: 'Yes.', ...wrong };
    const answer = await api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"${path}`);
    const { id } = await teach(agentId, ['Open?'], 'Yes.');
    const { kind: _kind, ...change } = { kind: 'qa', ...wrong };
    const changed = await api.call('POST', `/v2/agents/${agentId}/knowledge/${id}`, {
      caller: owner.key,
      body: change,
    });
    expect(changed.status).toBe(400);
  });

  test('a document of another kind has no questions, and an answer no title of its own', async () => {
    const agentId = await createAgent(api, owner);
    const text = await addText(api, owner, agentId, 'Hours', 'Open from 9 to 17.');
    const { id } = await teach(agentId, ['Open?'], 'Yes.');
    for (const [docId, body] of [
      [text, { questions: ['Open?'] }],
      [text, { language: 'de' }],
      [id, { title: 'Mine' }],
    ] as const) {
      const path = `/v2/agents/${agentId}/knowledge/${docId}`;
      expect((await api.call('POST', path, { caller: owner.key, body })).status).toBe(400);
    }
  });

  test('questions that were asked in vain: counted once, merged, dismissed, done and taught', async () => {
    const agentId = await openAgent('builtin');
    const list = `/v2/agents/${agentId}/unanswered`;
    const listed = async () =>
      (await call('GET', list)).items.map(({ question, count }: { question: string; count: number }) => [
        question,
        count,
      ]);
    for (const question of ['Do you sell helmets?', 'do you sell HELMETS', 'Is there parking?', 'Where can I park?'])
      await ask(agentId, question);
    await ask(agentId, 'I want to talk to a person please');
    expect(await listed()).toEqual([
      ['do you sell HELMETS', 2],
      ['Where can I park?', 1],
      ['Is there parking?', 1],
    ]);
    const { items, nextCursor } = await call('GET', `${list}?limit=1`);
    expect(items).toMatchObject([{ questions: ['do you sell HELMETS'] }]);
    expect((await call('GET', `${list}?cursor=${nextCursor}`)).items).toHaveLength(2);
    expect((await api.call('GET', `${list}?cursor=nowhere`, { caller: owner.key })).status).toBe(400);

    await call('POST', `${list}/merge`, { questions: ['Where can I park?'], into: 'Is there parking?' });
    expect(await listed()).toContainEqual(['Where can I park?', 2]);
    await call('POST', list, { questions: ['Where can I park?'], state: 'dismissed' });
    expect(await listed()).toEqual([['do you sell HELMETS', 2]]);
    await call('POST', list, { questions: ['Where can I park?'], state: 'open' });
    expect(await listed()).toContainEqual(['Where can I park?', 2]);
    await call('POST', list, { questions: ['Where can I park?'], state: 'open' });
    expect(await listed()).toHaveLength(3);

    await call('POST', list, { questions: ['Do you sell helmets?'], state: 'done' });
    expect(await listed()).toHaveLength(2);
    await ask(agentId, 'Do you sell helmets');
    expect(await listed()).toContainEqual(['Do you sell helmets', 1]);

    await teach(agentId, ['Where can I park?', 'Is there parking?'], 'Behind the house.');
    expect(await listed()).toEqual([['Do you sell helmets', 1]]);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const range = `agentId=${agentId}&from=${day(-1)}&to=${day(1)}&timeZone=UTC`;
    const topics = await call('GET', `/v2/workspaces/${owner.uid}/analytics/questions?${range}`);
    expect(topics.unanswered).toMatchObject([{ question: 'Do you sell helmets' }]);
    expect(
      (await api.call('POST', list, { caller: owner.key, body: { questions: ['?'], state: 'done' } })).status,
    ).toBe(400);
  });

  test('of more questions than an agent may have off its list, those of longest ago are forgotten', async () => {
    const agentId = await openAgent('builtin');
    await database.unscoped.execute(sql`
      insert into question_marks (workspace_uid, agent_id, question_key, state, marked_at)
      select ${owner.uid}, ${agentId}, 'key' || n, 'done', now() - n * interval '1 minute'
      from generate_series(1, ${limits.questionMarksPerAgentMax}::int) n`);
    await call('POST', `/v2/agents/${agentId}/unanswered`, { questions: ['Is there parking?'], state: 'done' });
    const { rows } = await database.unscoped.execute(sql`
      select count(*)::int as n, bool_or(question_key = ${`key${limits.questionMarksPerAgentMax}`}) as oldest
      from question_marks where agent_id = ${agentId}`);
    expect(rows).toEqual([{ n: limits.questionMarksPerAgentMax, oldest: false }]);
  });
});
