// IDLE: what a server costs that nobody uses: its own processor time, the database's, and what it asks of it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { countStatements, postgresCpuMs } from './database-cost.ts';
import { startBenchServer } from './harness.ts';

const SETTLED_MS = 15_000;
const MEASURED_MS = 60_000;
const SHOWN = 25;

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/idle.bench.ts');
const { url, drop } = await createPostgresDatabase(postgres);
const server = await startBenchServer(url, mkdtempSync(join(tmpdir(), 'bench-')));
const client = new pg.Client(url);
await client.connect();
const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;

await wait(SETTLED_MS);
const statements = countStatements();
const own = process.cpuUsage();
const databaseMs = postgresCpuMs(backend);
await wait(MEASURED_MS);
const { user, system } = process.cpuUsage(own);
const databaseTookMs = postgresCpuMs(backend) - databaseMs;
statements.stop();

const percent = (ms: number) => `${((ms / MEASURED_MS) * 100).toFixed(1)} %`;
const all = [...statements.counts].sort(([, a], [, b]) => b - a);
const sum = all.reduce((total, [, count]) => total + count, 0);
console.log(`IDLE of a core: server ${percent((user + system) / 1_000)}, database ${percent(databaseTookMs)}`);
console.log(`IDLE statements a second: ${((sum / MEASURED_MS) * 1_000).toFixed(1)}`);
for (const [name, count] of all.slice(0, SHOWN))
  console.log(`  ${((count / MEASURED_MS) * 1_000).toFixed(2).padStart(6)}  ${name}`);
await client.end();
await server.stop();
await drop();
