import { createServer } from 'node:http';
import { limits } from '@antiphon/contract/limits';
import type { SuiteAnswer, SuiteCheck } from '@antiphon/contract/suites';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addText,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { flowOf } from '../factories/flow-factory.ts';
import { definitionOf } from '../factories/function-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const SHOP_PORT = await freePort();
const PRICES = 'An electric bike costs 28 euros a day. A city bike costs 14 euros a day.';

describe.each(await openJourneyDatabases())('tests of an agent on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW_SITES: `127.0.0.1:${SHOP_PORT}` });
  afterAll(() => api.stop());
  const owner = await signUp(api);

  async function openAgent() {
    const agentId = await createAgent(api, owner);
    const documentId = await addText(api, owner, agentId, 'Prices', PRICES);
    const call = async (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) =>
      api.call(method, `/v2/agents/${agentId}/suite${path}`, { caller: owner.key, ...(body ? { body } : {}) });
    const get = async (path = '') => ok(await call('GET', path));
    const add = async (fields: Parameters<typeof testOf>[0]) => ok(await call('POST', '/cases', testOf(fields)));
    const run = async () => {
      const { id } = ok(await call('POST', '/runs', {}));
      return until(
        () => get(`/runs/${id}`),
        ({ state }) => state !== 'running',
        60_000,
      );
    };
    return { agentId, documentId, call, get, add, run };
  }
  const publishing = (agentId: string, body = {}) =>
    api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body });

  test('each is a conversation with the working copy, judged answer by answer, and nothing is left of it', async () => {
    const { agentId, documentId, get, add, run } = await openAgent();
    const cites = { kind: 'cites', documentId, title: 'Prices' } as SuiteCheck;
    await add({ title: 'Knows the price', checks: [{ kind: 'says', words: ['28 EUROS'] }, cites] });
    await add({ title: 'Says another price', says: '99 euros' });
    await add({ title: 'Knows no boats', say: 'Do you sell boats?', checks: [{ kind: 'outcome', is: 'unknown' }] });
    const report = await run();
    expect(report).toMatchObject({ state: 'done', cases: 3, done: 3, passed: 2, failed: 1, mustFailed: 0 });
    const verdicts = report.results.map(({ title, verdict, before }: Record<string, unknown>) => [
      title,
      verdict,
      before,
    ]);
    expect(verdicts).toEqual([
      ['Knows the price', 'passed', null],
      ['Says another price', 'failed', null],
      ['Knows no boats', 'passed', null],
    ]);
    const result = await get(`/runs/${report.id}/results/2`);
    expect(result.said).toHaveLength(1);
    expect(result.said[0]).toMatchObject({ isPassed: false, error: null, turns: [{ outcome: 'answered' }] });
    expect(result.said[0].turns[0].reply).toContain('28 euros');
    expect(result.said[0].turns[0].checks).toEqual([{ check: { kind: 'says', words: ['99 euros'] }, isMet: false }]);
    // Planted: the conversation of a try stays -> caught here.
    const left = await rowsOf(database, sql`select id from conversations where agent_id = ${agentId}`);
    expect(left).toEqual([]);
    const suite = await get();
    expect(suite.cases.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['passed', 'failed', 'passed']);
    expect((await run()).results[1]).toMatchObject({ verdict: 'failed', before: 'failed' });
  });

  test('one that must pass blocks publishing until it does, on every way; who goes past it is written down', async () => {
    const { agentId, call, get, add, run } = await openAgent();
    ok(await call('POST', '', { blocksPublishing: true }));
    const { id, edition } = await add({
      title: 'Opens on Sunday',
      say: 'Are you open on Sunday?',
      says: '10 to 16',
      isMust: true,
    });
    expect(await publishing(agentId)).toMatchObject({ status: 409, body: { code: 'suite_not_run' } });
    expect(await get()).toMatchObject({ blocksPublishing: true, gate: 'not_run' });
    expect(await run()).toMatchObject({ failed: 1, mustFailed: 1 });
    expect(await publishing(agentId)).toMatchObject({
      status: 409,
      body: { code: 'suite_failed', message: 'These tests do not pass: “Opens on Sunday”.' },
    });
    // What it knows now is another thing than what was tried.
    await addText(api, owner, agentId, 'Hours', 'On Sunday we are open from 10 to 16.');
    expect(await publishing(agentId)).toMatchObject({ status: 409, body: { code: 'suite_not_run' } });
    expect(await run()).toMatchObject({ passed: 1, mustFailed: 0 });
    ok(await publishing(agentId));

    const other = { ...testOf({ title: 'Opens on Monday', says: 'never', isMust: true }), edition };
    ok(await call('POST', `/cases/${id}`, other));
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    const saved = { settings: { ...settings, systemPrompt: 'Be brief.' }, draftRevision };
    ok(await api.call('POST', `/v2/agents/${agentId}`, { caller: owner.key, body: saved }));
    expect(await publishing(agentId)).toMatchObject({ status: 409, body: { code: 'suite_not_run' } });
    ok(await publishing(agentId, { override: true }));
    const overridden = sql`select details from audit_entries where action = 'suite.override' and target = ${agentId}`;
    expect(await rowsOf(database, overridden)).toEqual([{ details: { reason: 'not_run' } }]);
    // The first version was green; the second never was. Planted: a report of other settings counts -> caught here.
    const restore = (number: number) =>
      api.call('POST', `/v2/agents/${agentId}/versions/${number}/restore`, { caller: owner.key, body: {} });
    ok(await restore(1));
    expect(await restore(2)).toMatchObject({ status: 409, body: { code: 'suite_not_run' } });
  });

  test('a run whose agent is changed meanwhile stops: its answers would be of both', async () => {
    const { agentId, call, add, get } = await openAgent();
    for (let number = 1; number <= 30; number += 1) await add({ title: `Test ${number}` });
    const { id } = ok(await call('POST', '/runs', {}));
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    const saved = { settings: { ...settings, systemPrompt: 'Be brief.' }, draftRevision };
    ok(await api.call('POST', `/v2/agents/${agentId}`, { caller: owner.key, body: saved }));
    const report = await until(
      () => get(`/runs/${id}`),
      ({ state }) => state !== 'running',
    );
    expect(report).toMatchObject({ state: 'stopped', cases: 30, done: 30 });
    const conversations = sql`select id from conversations where agent_id = ${agentId}`;
    await until(
      () => rowsOf(database, conversations),
      ({ length }) => length === 0,
    );
  });

  test('begun twice it is one run; what is over the limits is refused, and so is what tests nothing', async () => {
    const { agentId, call, add } = await openAgent();
    expect(await call('POST', '/runs', {})).toMatchObject({ status: 409, body: { code: 'suite_empty' } });
    const nothing = testOf({ checks: [] });
    expect(await call('POST', '/cases', nothing)).toMatchObject({ status: 400 });
    const foreign = { kind: 'cites', documentId: 'doc_0123456789abcde', title: '' } as SuiteCheck;
    const { body } = await call('POST', '/cases', testOf({ checks: [foreign] }));
    expect(body.issues).toEqual([{ path: 'script.turns.0.checks.0', message: 'This document is not there any more.' }]);
    await add({});
    await database.unscoped.execute(sql`
      insert into suite_runs (id, workspace_uid, agent_id, state, settings_md5, knowledge_md5, edition, started_at, finished_at)
      select 'run_old' || n, ${owner.uid}, ${agentId}, 'done', 'old', 'old', 1, now() - n * interval '1 hour', now() from generate_series(1, 40) n`);
    const both = await Promise.all([call('POST', '/runs', {}), call('POST', '/runs', {})]);
    expect(new Set(both.map((answer) => ok(answer).id)).size).toBe(1);
    const kept = sql`select id from suite_runs where agent_id = ${agentId} order by started_at desc`;
    const ids = (await rowsOf<{ id: string }>(database, kept)).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([limits.suiteRunsKept, ok(both[0]!).id, 'run_old29']);
    await database.unscoped.execute(sql`
      insert into suite_cases (id, workspace_uid, agent_id, title, is_must, script)
      select 'tst_full' || n, ${owner.uid}, ${agentId}, 'Full', false, '{"turns":[]}' from generate_series(1, 98) n`);
    const more = await Promise.all([1, 2, 3].map(() => call('POST', '/cases', testOf())));
    expect(more.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  // Planted: calls of tests are sent -> caught here.
  test('calls nothing outside: the test answers in place of other systems, also where a typed yes confirms', async () => {
    const hits: string[] = [];
    const shop = createServer((request, response) => {
      hits.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"booking":{"number":"real"}}');
    }).listen(SHOP_PORT, '127.0.0.1');
    onTestFinished(() => void shop.close());
    const functions = `/v2/workspaces/${owner.uid}/functions`;
    const post = async (path: string, body: object) => ok(await api.call('POST', path, { caller: owner.key, body }));
    const bind = async (change: Parameters<typeof definitionOf>[0]) => {
      const { id: functionId } = await post(functions, definitionOf(change));
      await post(`${functions}/${functionId}/publish`, { edition: 1 });
      return { functionId, revision: 1, who: 'anyone' };
    };
    const origin = `http://127.0.0.1:${SHOP_PORT}`;
    const book = await bind({
      ...{ name: 'book_table', kind: 'effect' },
      examples: ['A table, please.', 'Can I book a table?', 'I want to reserve a table for four people.'],
      inputs: [{ name: 'people', kind: 'integer', source: 'said' }],
      request: { method: 'POST', origin, path: '/bookings', body: '{"people":"{people}"}' },
    });
    const look = await bind({
      inputs: [{ name: 'order', kind: 'integer', source: 'said' }],
      request: { method: 'GET', origin, path: '/orders/{order}' },
      sentences: { success: 'It is {status}.', failure: 'I could not find it.' },
    });
    const { agentId, call, run } = await openAgent();
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    await post(`/v2/agents/${agentId}`, { settings: { ...settings, functions: [book, look] }, draftRevision });

    const add = async (title: string, answers: SuiteAnswer[], says: string) => {
      const turns = [
        { say: 'I want to book a table for 4 people', checks: [{ kind: 'calls', name: 'book_table' }] },
        { say: 'yes', checks: [] },
        {
          say: 'Where is my order 4711?',
          checks: [
            { kind: 'calls', name: 'find_order' },
            { kind: 'says', words: [says] },
          ],
        },
        { say: 'What does an electric bike cost?', checks: [{ kind: 'calls_nothing' }] },
      ];
      ok(await call('POST', '/cases', { title, isMust: false, script: { answers, turns } }));
    };
    await add('Found', [{ name: 'find_order', isOk: true, outputs: { status: 'shipped' } }], 'It is shipped.');
    await add('Not found', [], 'I could not find it.');
    const report = await run();
    expect(report).toMatchObject({ state: 'done', passed: 2 });
    expect(hits).toEqual([]);
  });

  test('looks at where an answer led on the canvas', async () => {
    const { agentId, call, run } = await openAgent();
    const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${agentId}`, { caller: owner.key }));
    const flow = flowOf(
      [
        { id: 'start', kind: 'start' },
        { id: 'menu', kind: 'message', text: 'What is it?', choices: [{ id: 'hours', label: 'Opening hours' }] },
        { id: 'open', kind: 'end', name: 'Hours', text: 'From 9 to 17.' },
        { id: 'else', kind: 'end', text: 'Pardon?' },
      ],
      { 'start.next': 'menu', 'menu.hours': 'open', 'menu.other': 'else' },
    );
    const body = { settings: { ...settings, flow }, draftRevision };
    ok(await api.call('POST', `/v2/agents/${agentId}`, { caller: owner.key, body }));
    const turns = (say: string, nodeId: string) => [{ say, checks: [{ kind: 'reaches', nodeId, title: 'Hours' }] }];
    const add = (title: string, say: string, nodeId: string) =>
      call('POST', '/cases', { title, isMust: false, script: { turns: turns(say, nodeId) } });
    ok(await add('Hours', 'opening hours', 'open'));
    ok(await add('Elsewhere', 'Do you sell boats?', 'open'));
    expect(await add('Gone', 'opening hours', 'never')).toMatchObject({
      status: 400,
      body: {
        issues: [{ path: 'script.turns.0.checks.0', message: 'This node is not on the canvas, as it is saved.' }],
      },
    });
    expect(await run()).toMatchObject({ state: 'done', passed: 1, failed: 1 });
  });

  test('is proposed of a conversation, masked, with the sources that were named', async () => {
    const { agentId, documentId, add } = await openAgent();
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    for (const text of [
      'My name is Kim Lee, kim@example.org',
      'What does an electric bike cost?',
      'Do you sell boats?',
    ]) {
      ok(await send(api, chat, text));
      await settledMessages(api, owner, chat);
    }
    const proposed = ok(
      await api.call('GET', `/v2/conversations/${chat.conversationId}/suite-case`, { caller: owner.key }),
    );
    expect(proposed).toMatchObject({ agentId, title: 'My name is Pat, pat@example.com' });
    expect(proposed.script.turns.slice(1)).toEqual([
      {
        say: 'What does an electric bike cost?',
        checks: [{ kind: 'cites', documentId, title: 'Prices' }],
      },
      { say: 'Do you sell boats?', checks: [{ kind: 'outcome', is: 'answered' }] },
    ]);
    await add({ title: proposed.title });
  });
});
