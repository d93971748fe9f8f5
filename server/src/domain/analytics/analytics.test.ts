import { AgentSettings } from '@antiphon/contract/agents';
import { type AgentId, newAgentId, newClientId, newConversationId, newOrgId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { letHappen } from '../../../test/factories/analytics-factory.ts';
import { type Happened, happenings, modelOf } from '../../../test/factories/analytics-model.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { getReport } from './get-report.ts';
import { listComments, listScores } from './list-scores.ts';
import { listCountries, listQuestions, listSources } from './list-topics.ts';

const LATER = new Date('2027-06-01T00:00:00Z');
const RANGES = [
  { from: '2026-03-09', to: '2026-03-29', timeZone: 'Europe/Berlin' },
  { from: '2026-03-02', to: '2026-03-15', timeZone: 'America/New_York' },
  { from: '2026-10-20', to: '2026-10-31', timeZone: 'Europe/Berlin' },
  { from: '2026-10-24', to: '2026-10-28', timeZone: 'Asia/Kolkata' },
  { from: '2026-03-28', to: '2026-04-06', timeZone: 'Australia/Lord_Howe' },
  { from: '2026-10-12', to: '2026-11-08', timeZone: 'UTC' },
];

/** Against a model that knows neither SQL nor our time zones; a rating of 3 taken for a good one, or days cut in UTC, is caught. */
describe.each(await openTestDatabases())('figures on $name', ({ database }) => {
  const deps = { database };
  const all: Happened[] = happenings(400, 11);
  let scope: Scope;
  let agentIds: [AgentId, AgentId];
  let documents: string[];
  const member = (): Member => ({ scope, userId: null, permissions: PERMISSIONS, client: null });

  beforeAll(async () => {
    const made = await makeKnowledgeAgent(database);
    scope = made.scope;
    agentIds = [made.agentId, newAgentId()];
    const draft = AgentSettings.parse({ title: 'B' });
    const second = { id: agentIds[1], workspaceUid: scope.workspaceUid, draft };
    await database.transaction(scope, (tx) => tx.insert(agents).values(second));
    documents = [];
    for (const title of ['Hours', 'Prices', 'Places'])
      documents.push(await makeKnowledgeDocument(database, scope, made.agentId, title));
    for (const one of all) await letHappen(database, scope, agentIds, documents, one);
  }, 300_000);

  test.each(RANGES)('from $from to $to in $timeZone are those of the model', async (range) => {
    const { report, points, found } = modelOf(all, range);
    expect(found.length).toBeGreaterThan(5);
    const got = await getReport(deps, member(), range, LATER);
    expect(got).toMatchObject(report);
    expect(got.points.map(({ start: _, ...counts }) => counts)).toEqual(points);
    const { conversations: n, messages } = report.totals;
    expect(got.channels).toEqual([{ channel: 'widget', conversations: n, messages }]);
  });

  test.each(RANGES)('of one agent from $from to $to are those of the model', async (range) => {
    const { report, points } = modelOf(all, { ...range, agent: 1 });
    const got = await getReport(deps, member(), { ...range, agentId: agentIds[1] }, LATER);
    expect(got).toMatchObject(report);
    expect(got.points.map(({ start: _, ...counts }) => counts)).toEqual(points);
  });

  test.each(RANGES)('questions, sources and countries from $from to $to are those of the model', async (range) => {
    const { asked, found } = modelOf(all, range);
    const questions = await listQuestions(deps, member(), range);
    const byQuestion = (rows: typeof questions.asked, by: 'asked' | 'unknown') =>
      new Map(rows.map((row) => [row.question.toLowerCase().replace(/\W+/g, ' ').trim(), row[by]]));
    expect(byQuestion(questions.asked, 'asked')).toEqual(asked.asked);
    expect(byQuestion(questions.unanswered, 'unknown')).toEqual(asked.unknown);
    const counts = questions.asked.map((row) => row.asked);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    const sources = await listSources(deps, member(), range);
    const cited = new Map<string, number>();
    for (const row of sources) cited.set(row.documentId, (cited.get(row.documentId) ?? 0) + row.cited);
    expect(cited).toEqual(new Map([...asked.cited].map(([at, n]) => [documents[at], n])));
    expect(sources.find(({ documentId }) => documentId === documents[0])?.title ?? 'Hours').toBe('Hours');
    const countries = await listCountries(deps, member(), range);
    const inCountry = (country: string) => found.filter((one) => one.country === country).length;
    expect(new Map(countries.map((row) => [row.country, row.conversations]))).toEqual(
      new Map(['DE', 'FR'].filter((country) => inCountry(country) > 0).map((country) => [country, inCountry(country)])),
    );
  });

  test.each(RANGES)('scores and comments from $from to $to are those of the model', async (range) => {
    const { found } = modelOf(all, range);
    const got = await listScores(deps, member(), range);
    const sum = (some: Happened[], of: (one: Happened) => number) => some.reduce((all, one) => all + of(one), 0);
    const thumbs = (some: Happened[], value: string) =>
      sum(some, ({ turns }) => turns.filter(({ thumb }) => thumb === value).length);
    const scoreOf = (some: Happened[]) => ({
      conversations: some.length,
      ratings: some.filter(({ rating }) => rating !== null).length,
      stars: sum(some, ({ rating }) => rating ?? 0),
      thumbsUp: thumbs(some, 'up'),
      thumbsDown: thumbs(some, 'down'),
    });
    for (const [at, id] of agentIds.entries())
      expect(got.agents.find((row) => row.id === id)).toMatchObject(scoreOf(found.filter(({ agent }) => agent === at)));
    for (const [at, id] of documents.entries()) {
      const citing = found.map((one) => ({
        ...one,
        turns: one.turns.filter(({ cites, outcome }) => cites.includes(at) && outcome !== 'smalltalk'),
      }));
      const { conversations: _, ...score } = scoreOf(citing.filter(({ turns }) => turns.length > 0));
      expect(got.documents.find((row) => row.id === id)).toMatchObject(score);
    }
    const comments = await listComments(deps, member(), range);
    expect(comments).toHaveLength(Math.min(50, thumbs(found, 'down')));
    expect(comments.every(({ text, rating }) => text === 'On down' && rating === null)).toBe(true);
    const [of] = documents;
    const some = await listComments(deps, member(), { ...range, documentId: of });
    expect(some.length).toBe(got.documents.find(({ id }) => id === of)?.thumbsDown);
  });

  test('a client is shown the figures of their agents alone, and another agent is not found', async () => {
    const [range] = RANGES;
    if (!range) throw new Error('no range');
    const client = {
      ...{ clientId: newClientId(), orgId: newOrgId(), agentIds: [agentIds[1]], pages: ['/analytics'] as const },
      ...{ isOrgAdmin: false, allowCreateAgents: false, openedBy: null, openerMay: null },
    };
    const asClient = { scope, userId: null, permissions: [], client } as Member;
    const got = await getReport(deps, asClient, range, LATER);
    expect(got).toMatchObject(modelOf(all, { ...range, agent: 1 }).report);
    const other = { ...range, agentId: agentIds[0] };
    for (const read of [getReport, listQuestions, listSources, listCountries, listScores, listComments])
      await expect(read(deps, asClient, other, LATER)).rejects.toMatchObject({ code: 'not_found' });
    const none = { ...asClient, client: { ...client, agentIds: [] } } as Member;
    expect((await getReport(deps, none, range, LATER)).totals.conversations).toBe(0);
    await expect(getReport(deps, member(), { ...range, agentId: newAgentId() }, LATER)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a conversation that is open again is not over, and one that is erased leaves no trace', async () => {
    const day = { from: '2026-07-01', to: '2026-07-01', timeZone: 'UTC' };
    const startMs = Date.UTC(2026, 6, 1, 9);
    const turn = {
      question: 'Open?',
      afterMs: 1_000,
      firstTokenMs: 100,
      outcome: 'answered' as const,
      cites: [0],
      thumb: null,
    };
    const one = { ...(all[0] as Happened), agent: 0 as const, startMs, isTest: false, isEnded: true, turns: [turn] };
    const id = await letHappen(database, scope, agentIds, documents, one);
    const ended = async () => (await getReport(deps, member(), day, LATER)).totals;
    expect(await ended()).toMatchObject({ conversations: 1, ended: 1, messages: 1 });
    await database.transaction(scope, (tx) =>
      tx.execute(sql`insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text)
        values ('again', ${id}, ${scope.workspaceUid}, ${agentIds[0]}, 9, 'visitor', 'complete', 'One more thing')`),
    );
    expect(await ended()).toMatchObject({ conversations: 1, ended: 0, messages: 2 });
    expect((await listQuestions(deps, member(), day)).asked).toMatchObject([{ question: 'Open?', conversationId: id }]);
    await database.transaction(scope, (tx) => tx.delete(conversations).where(eq(conversations.id, id)));
    expect(await ended()).toMatchObject({ conversations: 0, messages: 0 });
    expect((await listQuestions(deps, member(), day)).asked).toEqual([]);
  });

  test('who waits for a person is counted now, of the agents that are asked about', async () => {
    const id = newConversationId();
    await database.transaction(scope, (tx) =>
      tx.insert(conversations).values({
        ...{ id, workspaceUid: scope.workspaceUid, agentId: agentIds[0], visitorTokenHash: id, variables: {} },
        ...{ handoff: 'waiting', handoffSince: new Date() },
      }),
    );
    const day = { from: '2026-07-01', to: '2026-07-01', timeZone: 'UTC' };
    expect((await getReport(deps, member(), day, LATER)).waiting).toBe(1);
    expect((await getReport(deps, member(), { ...day, agentId: agentIds[1] }, LATER)).waiting).toBe(0);
  });
});
