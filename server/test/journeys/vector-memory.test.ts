import type { AgentId } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { knowledgeDocuments } from '../../src/db/schema/knowledge.ts';
import type { Scope } from '../../src/db/scope.ts';
import { saveVectors } from '../../src/domain/search/chunk-vectors.queries.ts';
import { embedChunks } from '../../src/domain/search/embed-chunks.ts';
import { findByVector } from '../../src/domain/search/find-by-vector.ts';
import { deleteChunks, replaceChunks } from '../../src/domain/search/index-chunks.ts';
import { makeKeptVectors } from '../../src/domain/search/kept-vectors.rules.ts';
import type { VectorMemory } from '../../src/domain/search/search.ports.ts';
import { readQuestion } from '../../src/domain/search/search.queries.ts';
import { searchKnowledge } from '../../src/domain/search/search-knowledge.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../factories/knowledge-factory.ts';
import { makeVectorAgent, makeVectorMemory } from '../factories/vector-factory.ts';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const MODEL = 'openai/test';
const NUMBERS = 1_536;
const CHUNKS = amount(10_000, 600);
const SEARCHES = 10;
const ROUNDS = 4;

type Agent = { scope: Scope; agentId: AgentId };

/** The process that knows its agents' vectors by this memory, as another one does by another. */
const processOf = (database: Database, { scope, agentId }: Agent, vectorMemory: VectorMemory) => ({
  async find(vector: number[], options: { model?: string; byWords?: string[]; most?: number } = {}) {
    const { totals } = await readQuestion(database, scope, agentId, ['rule'], ['english']);
    const { model: embeddingModel = MODEL, byWords = [], most = 3 } = options;
    return findByVector({ database, vectorMemory }, scope, { agentId, embeddingModel, vector, totals, byWords, most });
  },
});

/** How it was: the same vectors kept and compared in the thread that answers requests. */
function makeMemoryInThisThread(): VectorMemory {
  const kept = makeKeptVectors(Number.POSITIVE_INFINITY);
  return {
    async nearest({ key, revision, question, most }, source) {
      const asked = { key, revision, question: Float32Array.from(question), most };
      const found = kept.nearest(asked);
      if (found) return found;
      const missing = kept.begin({ key, ids: await source.ids(), numbers: question.length }) ?? [];
      kept.add({ key, vectors: await source.vectors(missing) });
      kept.finish({ key, revision });
      return kept.nearest(asked);
    },
    compare: async (question, vectors, most) => kept.compare({ question: Float32Array.from(question), vectors, most }),
  };
}

const memoryOf = (options?: { bytesMax?: number }) => {
  const memory = makeVectorMemory(options);
  onTestFinished(() => memory.end());
  return memory;
};

/** Processor time that this thread spends on ten searches, in ms, when the vectors are kept. Its clock is too coarse for one. */
async function threadMs(database: Database, agent: Agent, vectorMemory: VectorMemory) {
  const vector = Array.from({ length: NUMBERS }, (_, n) => n / NUMBERS);
  const input = { agentId: agent.agentId, embeddingModel: MODEL, vector, byWords: [], most: 50 };
  const totals = { chunks: CHUNKS, vectorsRevision: 1 };
  const find = () => findByVector({ database, vectorMemory }, agent.scope, { ...input, totals });
  expect(await find()).toHaveLength(50);
  const before = process.threadCpuUsage();
  for (let n = 0; n < SEARCHES; n += 1) await find();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe.each(await openJourneyDatabases())('vectors in a thread of their own on $name', ({ database }) => {
  test('cost the thread that answers requests nearly nothing; planted: compared in it, they cost it all', async () => {
    const agent = await makeVectorAgent(database, CHUNKS, NUMBERS, MODEL);
    const memory = memoryOf();
    // What else the machine does only adds to it.
    let apart = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) apart = Math.min(apart, await threadMs(database, agent, memory));
    const planted = await threadMs(database, agent, makeMemoryInThisThread());
    expect(apart).toBeLessThan(planted / 3);
  });

  test('are read again only where they changed, in each of two processes', async () => {
    const agent = await makeVectorAgent(database, 30, 4, MODEL);
    const { scope, agentId } = agent;
    const id = (n: number) => `chk_${agentId}${n}`;
    let read = 0;
    const counted = (memory: VectorMemory): VectorMemory => ({
      ...memory,
      nearest: (question, source) =>
        memory.nearest(question, {
          ids: source.ids,
          async vectors(ids) {
            read += ids.length;
            return source.vectors(ids);
          },
        }),
    });
    const both = [1, 2].map(() => processOf(database, agent, counted(memoryOf())));
    const find = async (vector: number[], options = {}) => {
      const [one, other] = await Promise.all(both.map((each) => each.find(vector, options)));
      expect(one).toEqual(other);
      return one;
    };
    // Two searches of one process at once wait for one reading.
    await Promise.all([1, 2].map(() => both[0]!.find([1, 0, 0, 0])));
    expect(read).toBe(30);
    await find([1, 0, 0, 0]);
    expect(read).toBe(60);
    await find([0, 1, 0, 0]);
    expect(read).toBe(60);

    const rows = [{ id: id(7), embedding: [-1, 0, 0, 0] }];
    await database.transaction(scope, (tx) => saveVectors(tx, scope, agentId, 'openai/other', rows));
    expect(await find([-1, 0, 0, 0], { model: 'openai/other' })).toEqual([id(7)]);
    expect(await find([-1, 0, 0, 0], { most: 50 })).toHaveLength(29);
    expect(read).toBe(62);

    const [document] = await database.unscoped
      .select({ id: knowledgeDocuments.id })
      .from(knowledgeDocuments)
      .where(eq(knowledgeDocuments.agentId, agentId));
    await database.transaction(scope, (tx) => deleteChunks(tx, scope, { agentId, documentIds: [document!.id] }));
    expect(await find([1, 0, 0, 0])).toEqual([]);
  });

  test('stay within their bytes with many agents; planted: without a bound they do not', async () => {
    const agents: Agent[] = [];
    for (let n = 0; n < 6; n += 1) agents.push(await makeVectorAgent(database, 40, 256, MODEL));
    const bytesMax = 2 * 40 * (256 * 4 + 300);
    const vector = Array.from({ length: 256 }, () => 1);
    const held = async (memory: ReturnType<typeof memoryOf>) => {
      for (const agent of agents) expect(await processOf(database, agent, memory).find(vector)).toHaveLength(3);
      return memory.held();
    };
    expect(await held(memoryOf({ bytesMax }))).toMatchObject({ agents: 2, vectors: 80 });
    expect((await held(memoryOf({ bytesMax: Number.MAX_SAFE_INTEGER }))).bytes).toBeGreaterThan(bytesMax);
  });

  test('of an agent without room are those that its words found', async () => {
    const agent = await makeVectorAgent(database, 30, 4, MODEL);
    const memory = memoryOf({ bytesMax: 1_000 });
    const byWords = [1, 2].map((n) => `chk_${agent.agentId}${n}`);
    const found = await processOf(database, agent, memory).find([1, 1, 1, 1], { byWords, most: 9 });
    expect(found.toSorted()).toEqual(byWords);
    expect(await memory.held()).toMatchObject({ agents: 0 });
  });

  test('are not missed when the thread ends: the words go on alone, and it is started again', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const documentId = await makeKnowledgeDocument(database, scope, agentId);
    const chunks = ['A dog needs a licence.', 'The park closes at dusk.'].map((text) => ({
      headingPath: [],
      text,
      language: 'en',
    }));
    await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title: '', chunks }));
    const embedder = { embed: async (texts: string[]) => texts.map((text) => (/park/.test(text) ? [1, 0] : [0, 1])) };
    await embedChunks({ database, embedder }, scope, { agentId, embeddingModel: MODEL });
    const memory = memoryOf();
    const ask = async (vectorMemory: VectorMemory) => {
      const input = { agentId, embeddingModel: MODEL, turns: ['park'], passagesMax: 3 };
      const { passages } = await searchKnowledge({ database, meaning: { embedder, vectorMemory } }, scope, input);
      return passages.map(({ text }) => text);
    };
    const ending: VectorMemory = {
      ...memory,
      async nearest(...input) {
        const [found] = await Promise.all([memory.nearest(...input), memory.end()]);
        return found;
      },
    };
    expect(await ask(ending)).toEqual(['The park closes at dusk.']);
    expect(await ask(memory)).toEqual(['The park closes at dusk.', 'A dog needs a licence.']);
    expect(await memory.held()).toMatchObject({ agents: 1, vectors: 2 });
  });
});
