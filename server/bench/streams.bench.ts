// P5: paced streams (40 tokens, 20 ms apart) that one process holds, beside a bare node:http server.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnswerModels } from '../src/domain/answers/answers.ports.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startFloor, TOKEN_GAP_MS, TOKENS } from './floor.ts';
import { makePublishedAgent, percentile, startBenchServer } from './harness.ts';
import { runVisitors } from './load.ts';

const LATE_SHARE_MAX = 1.12;
const FIRST_TOKEN_P99_MS = 100;
const STEPS = [50, 100, 200, 300, 400, 500, 600, 700, 800, 1_000, 1_200];

const pacedModels: AnswerModels = {
  async *stream() {
    for (let token = 0; token < TOKENS; token += 1) {
      yield { type: 'text', text: 'word ' };
      await new Promise((resolve) => setTimeout(resolve, TOKEN_GAP_MS));
    }
    yield { type: 'finish', inputTokens: 10, outputTokens: TOKENS, areTokensEstimated: false, outcome: 'answered' };
  },
};

/** The largest step at which nine replies in ten are at most 12 % late and first tokens come in time. */
async function measure(name: string, origin: string, agentId: string): Promise<number> {
  let held = 0;
  for (const visitors of STEPS) {
    const report = await runVisitors({ origin, agentId, visitors, rounds: 3, spreadMs: TOKENS * TOKEN_GAP_MS * 2 });
    const replyMs = percentile(report.replyMs, 0.9);
    const firstMs = percentile(report.firstTokenMs, 0.99);
    const isHeld = report.failures === 0 && replyMs <= TOKENS * TOKEN_GAP_MS * LATE_SHARE_MAX;
    console.log(
      `P5 ${name}, ${visitors} streams: reply p90 ${replyMs.toFixed(0)} ms of ${TOKENS * TOKEN_GAP_MS}, first token p99 ${firstMs.toFixed(0)} ms`,
    );
    if (!isHeld) break;
    if (firstMs <= FIRST_TOKEN_P99_MS) held = visitors;
  }
  return held;
}

const url = process.env.TEST_DATABASE_URL;
if (!url)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/streams.bench.ts');
const { url: databaseUrl, drop } = await createPostgresDatabase(url);
const server = await startBenchServer(databaseUrl, mkdtempSync(join(tmpdir(), 'bench-')), { models: pacedModels });
const ours = await measure('ours', server.origin, await makePublishedAgent(server));
await server.stop();
const floorServer = await startFloor('http', true);
const floor = await measure('floor, bare node:http', floorServer.origin, 'floor');
floorServer.stop();
await drop();
console.log(`P5 paced streams held: ours ${ours}, floor ${floor} (target >= 0.6 x: ${Math.round(floor * 0.6)})`);
process.exit(0);
