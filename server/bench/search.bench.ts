import type { AgentId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { makeVectorMemory } from '../src/adapters/vector-memory/vector-memory.ts';
import type { Database } from '../src/db/database.ts';
import type { Scope } from '../src/db/scope.ts';
import { replaceChunks } from '../src/domain/search/index-chunks.ts';
import { searchKnowledge } from '../src/domain/search/search-knowledge.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../test/factories/knowledge-factory.ts';
import { makeVectorAgent } from '../test/factories/vector-factory.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startPostgresServer } from '../test/harness/postgres-server.ts';
import { evaluateCorpus } from './eval.ts';
import { readCorpora } from './eval-corpus.ts';

const TARGET_MS = 50;
const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 100_000);
const CHUNKS_PER_DOCUMENT = 100;
const QUESTIONS = 300;
const PEER_QUESTIONS = 40;
const VOCABULARY = 40_000;
const VECTORS = 10_000;
const NUMBERS = 1_536;
const VECTOR_QUESTIONS = 50;

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function makeRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = makeRandom(11);

/** Word n of an invented language; n by Zipf's law, so that the commonest stand in most chunks, as in real text. */
const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'pra', 'sto', 'ti', 'vel', 'zor', 'gan', 'dru'];
function word(n: number): string {
  let text = '';
  for (let rest = n + 12; rest > 0; rest = Math.floor(rest / 12)) text += syllables[rest % 12];
  return text;
}
const zipf = () => Math.floor(VOCABULARY ** random()) - 1;
const sentence = (words: number) => Array.from({ length: words }, () => word(zipf())).join(' ');

async function fill(database: Database, scope: Scope, agentId: AgentId): Promise<string[]> {
  const samples: string[] = [];
  for (let done = 0; done < CHUNKS; done += CHUNKS_PER_DOCUMENT) {
    const chunks = Array.from({ length: CHUNKS_PER_DOCUMENT }, () => ({
      headingPath: [sentence(2)],
      text: Array.from({ length: 9 }, () => `${sentence(14)}.`).join(' '),
      language: 'en',
    }));
    samples.push(chunks[done % 7]!.text);
    const title = sentence(3);
    const documentId = await makeKnowledgeDocument(database, scope, agentId, title);
    await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title, chunks }));
  }
  return samples;
}

/** Words of a real chunk, always with some of the commonest; every fourth of common words alone, every fifth with a typing error. */
function question(samples: string[], n: number): string[] {
  const source = samples[Math.floor(random() * samples.length)]!.replaceAll('.', '').split(' ');
  const start = Math.floor(random() * (source.length - 8));
  const own = n % 4 === 0 ? [] : source.slice(start, start + 4);
  const asked = [
    ...own,
    word(n % 3),
    word(3 + (n % 9)),
    word(20 + (n % 50)),
    ...(n % 5 === 0 ? [`${word(9_000 + n)}x`] : []),
  ];
  return [sentence(6), asked.join(' ')];
}

/** Any of the words, ordered by `ts_rank`: what a search costs that ranks every chunk with one of them. Milliseconds at p95. */
async function measurePeer(database: Database, agentId: AgentId, samples: string[]): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < PEER_QUESTIONS; n += 1) {
    const words = (question(samples, n).at(-1) ?? '').split(' ').join(' | ');
    const before = performance.now();
    await database.unscoped.execute(sql`
      select id from knowledge_chunks, to_tsquery('english', ${words}) asked
      where agent_id = ${agentId} and lexemes @@ asked order by ts_rank(lexemes, asked) desc limit 6`);
    times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Searches of an agent with vectors, beside the same searches by words: what each costs the thread that answers requests. */
async function measureVectors(database: Database) {
  const model = 'openai/bench';
  const { scope, agentId } = await makeVectorAgent(database, VECTORS, NUMBERS, model);
  await database.unscoped.execute('vacuum analyze knowledge_chunks');
  const vectorMemory = makeVectorMemory();
  const embedder = { embed: async (texts: string[]) => texts.map(() => Array.from({ length: NUMBERS }, random)) };
  const ask = (isByVector: boolean) =>
    searchKnowledge({ database, ...(isByVector ? { meaning: { embedder, vectorMemory } } : {}) }, scope, {
      agentId,
      embeddingModel: model,
      turns: ['rule'],
      passagesMax: 6,
    });
  const cost = async (work: () => Promise<unknown>) => {
    const [since, used] = [performance.now(), process.threadCpuUsage()];
    await work();
    const { user, system } = process.threadCpuUsage(used);
    return { ms: performance.now() - since, threadMs: (user + system) / 1_000 };
  };
  const many = async (isByVector: boolean) => {
    const { ms, threadMs } = await cost(async () => {
      for (let n = 0; n < VECTOR_QUESTIONS; n += 1) await ask(isByVector);
    });
    return { ms: (ms / VECTOR_QUESTIONS).toFixed(1), threadMs: (threadMs / VECTOR_QUESTIONS).toFixed(1) };
  };
  const first = await cost(() => ask(true));
  const [byWords, byVector] = [await many(false), await many(true)];
  const { vectors, bytes } = await vectorMemory.held();
  console.log(
    `P6 search with ${vectors.toLocaleString('en')} vectors of ${NUMBERS} numbers (${(bytes / 1e6).toFixed(0)} MB kept): mean ${byVector.ms} ms, ${byVector.threadMs} ms of the thread that answers requests; by words alone ${byWords.ms} and ${byWords.threadMs} ms`,
  );
  console.log(
    `   the first, which reads them all: ${first.ms.toFixed(0)} ms, ${first.threadMs.toFixed(0)} ms of that thread`,
  );
  await vectorMemory.end();
}

const server = process.env.TEST_DATABASE_URL ? null : await startPostgresServer();
const { database, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? server!.url);
try {
  await measureVectors(database);
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const filling = performance.now();
  const samples = await fill(database, scope, agentId);
  await database.unscoped.execute('vacuum analyze knowledge_chunks');
  await database.unscoped.execute('vacuum analyze knowledge_terms');
  const seconds = (performance.now() - filling) / 1_000;
  console.log(`filled ${CHUNKS} chunks in ${seconds.toFixed(0)} s (${Math.round(CHUNKS / seconds)} a second)`);
  const times: number[] = [];
  for (let n = 0; n < QUESTIONS + 20; n += 1) {
    const turns = question(samples, n);
    const before = performance.now();
    await searchKnowledge({ database }, scope, { agentId, turns, passagesMax: 6 });
    if (n >= 20) times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1);
  console.log(
    `P6 search p95 over ${CHUNKS.toLocaleString('en')} chunks on PostgreSQL: ${at(0.95)} ms (target <= ${TARGET_MS}); median ${at(0.5)} ms`,
  );
  const peerMs = await measurePeer(database, agentId, samples);
  console.log(
    `   peer, the same words by PostgreSQL's own ts_rank: p95 ${peerMs.toFixed(1)} ms over ${PEER_QUESTIONS} questions`,
  );
  const file = new URL('./corpus/held-out.jsonl', import.meta.url).pathname;
  let [found, asked] = [0, 0];
  for await (const corpus of readCorpora(file)) {
    const { answerable, 'recall@5': recall } = await evaluateCorpus(database, corpus);
    found += recall * answerable;
    asked += answerable;
  }
  console.log(`P6 recall@5 of the held-out corpus: ${(found / asked).toFixed(3)} over ${asked} questions`);
} finally {
  await drop();
  await server?.stop();
}
