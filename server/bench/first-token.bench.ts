// P4: our own time to the first token with the instant built-in model, 50 conversations at once, beside a bare hono SSE route.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startFloor } from './floor.ts';
import { makePublishedAgent, percentile, startBenchServer } from './harness.ts';
import { runVisitors } from './load.ts';

const VISITORS = 50;
const ROUNDS = 20;

const url = process.env.TEST_DATABASE_URL;
if (!url)
  throw new Error(
    'TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/first-token.bench.ts',
  );
const { url: databaseUrl, drop } = await createPostgresDatabase(url);
const server = await startBenchServer(databaseUrl, mkdtempSync(join(tmpdir(), 'bench-')));
const agentId = await makePublishedAgent(server);
await runVisitors({ origin: server.origin, agentId, visitors: 5, rounds: 5 });
const alone = await runVisitors({ origin: server.origin, agentId, visitors: 1, rounds: 50 });
const paced = await runVisitors({ origin: server.origin, agentId, visitors: VISITORS, rounds: 10, spreadMs: 2_000 });
const ours = await runVisitors({ origin: server.origin, agentId, visitors: VISITORS, rounds: ROUNDS });
await server.stop();
const floorServer = await startFloor('hono', { tokens: 40, isPaced: false });
await runVisitors({ origin: floorServer.origin, agentId: 'floor', visitors: 5, rounds: 5 });
const floor = await runVisitors({ origin: floorServer.origin, agentId: 'floor', visitors: VISITORS, rounds: ROUNDS });
floorServer.stop();
await drop();

const line = (name: string, report: typeof ours) =>
  `${name}: p50 ${percentile(report.firstTokenMs, 0.5).toFixed(1)} ms, p95 ${percentile(report.firstTokenMs, 0.95).toFixed(1)} ms, CPU of the server ${report.cpuMs.toFixed(2)} ms a turn`;
console.log(`P4 one conversation                    ${line('ours', alone)}`);
console.log(
  `P4 ${VISITORS} at once, a question a second each  ${line('ours', paced)} (target p95 <= 50 ms); failures ${paced.failures}`,
);
console.log(`P4 ${VISITORS} at once, without a pause           ${line('ours', ours)}; failures ${ours.failures}`);
console.log(`P4 ${VISITORS} at once, without a pause           ${line('bare hono SSE', floor)} (target ours <= 1.5 x)`);
process.exit(0);
