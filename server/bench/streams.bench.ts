// P5: paced streams (a token each 20 ms) that one process holds, for short and for usual replies, beside a bare node:http server.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startFloor, TOKEN_GAP_MS } from './floor.ts';
import { makePublishedAgent, percentile, startBenchServer } from './harness.ts';
import { runVisitors } from './load.ts';
import { pacedModels } from './paced-model.ts';

const LATE_SHARE_MAX = 1.12;
const FIRST_TOKEN_P99_MS = 100;
const STEPS = [50, 100, 200, 300, 400, 500, 600, 700, 800, 1_000, 1_200, 1_500];
/** Replies of 0.8 s measure turns, which are no work of the floor's; of 4 s they are as long as models answer. */
const ROWS = [
  { tokens: 40, rounds: 3, target: '' },
  { tokens: 200, rounds: 2, target: ' (target >= 0.60)' },
];

type Row = (typeof ROWS)[number];

/** The largest step at which nine replies in ten are at most 12 % late and first tokens come in time. */
async function measure(name: string, origin: string, agentId: string, { tokens, rounds }: Row): Promise<number> {
  let held = 0;
  const wholeMs = tokens * TOKEN_GAP_MS;
  for (const visitors of STEPS) {
    const report = await runVisitors({ origin, agentId, visitors, rounds, spreadMs: wholeMs * 2 });
    const replyMs = percentile(report.replyMs, 0.9);
    const firstMs = percentile(report.firstTokenMs, 0.99);
    console.log(
      `P5 ${name}, ${visitors} streams: reply p90 ${replyMs.toFixed(0)} ms of ${wholeMs}, first token p99 ${firstMs.toFixed(0)} ms, CPU of the server ${report.cpuMs.toFixed(2)} ms a turn`,
    );
    if (report.failures > 0 || replyMs > wholeMs * LATE_SHARE_MAX) break;
    if (firstMs <= FIRST_TOKEN_P99_MS) held = visitors;
  }
  return held;
}

async function measureOurs(databaseUrl: string, row: Row): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startBenchServer(databaseUrl, dataDir, { models: pacedModels(row.tokens) });
  const held = await measure('ours', server.origin, await makePublishedAgent(server), row);
  await server.stop();
  return held;
}

async function measureFloor(row: Row): Promise<number> {
  const server = await startFloor('http', { tokens: row.tokens, isPaced: true });
  const held = await measure('floor, bare node:http', server.origin, 'floor', row);
  server.stop();
  return held;
}

const url = process.env.TEST_DATABASE_URL;
if (!url)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/streams.bench.ts');
for (const row of ROWS) {
  const { url: databaseUrl, drop } = await createPostgresDatabase(url);
  const ours = await measureOurs(databaseUrl, row);
  await drop();
  const floor = await measureFloor(row);
  const seconds = (row.tokens * TOKEN_GAP_MS) / 1_000;
  const share = (ours / floor).toFixed(2);
  console.log(`P5 paced streams held, replies of ${seconds} s: ours ${ours}, floor ${floor}: ${share} x${row.target}`);
}
process.exit(0);
