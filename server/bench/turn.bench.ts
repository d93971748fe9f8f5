// What a turn costs, part by part: statements, transactions, and the processor time of the server and of PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { cpuParts } from './cpu-parts.ts';
import { countStatements, postgresCpuMs } from './database-cost.ts';
import { TOKEN_GAP_MS } from './floor.ts';
import { makePublishedAgent, startBenchServer } from './harness.ts';
import { arriveVisitors, type LoadReport, runVisitors } from './load.ts';
import { pacedModels } from './paced-model.ts';

const VISITORS = Number(process.env.VISITORS ?? 100);
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const TOKENS = Number(process.env.TOKENS ?? 40);

const url = process.env.TEST_DATABASE_URL;
if (!url)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/turn.bench.ts');
const { url: databaseUrl, drop } = await createPostgresDatabase(url);
const server = await startBenchServer(databaseUrl, mkdtempSync(join(tmpdir(), 'bench-')), {
  models: pacedModels(TOKENS),
});
const agentId = await makePublishedAgent(server);
const watcher = new pg.Client({ connectionString: databaseUrl });
await watcher.connect();
const { database, pid } = (await watcher.query('select current_database() as database, pg_backend_pid() as pid'))
  .rows[0];
await watcher.query(`alter database "${database}" set track_functions = 'pl'`);

const TURNS = VISITORS * ROUNDS;
const load = { origin: server.origin, agentId, visitors: VISITORS, spreadMs: TOKENS * TOKEN_GAP_MS * 2 };
await runVisitors({ ...load, rounds: 2 });
const visitors = await arriveVisitors({ ...load, rounds: ROUNDS });
const statements = countStatements();
const before = await look();
let report: LoadReport | undefined;
const parts = await cpuParts(async () => {
  report = await visitors.ask();
});
statements.stop();
const after = await look();

/** What PostgreSQL has counted so far; it hears of it a second later. */
async function look() {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await watcher.query('select funcname, calls::int, self_time from pg_stat_user_functions');
  const tables = await watcher.query(
    'select relname, n_tup_ins::int as ins, n_tup_upd::int as upd, n_tup_hot_upd::int as hot from pg_stat_user_tables',
  );
  const commits = await watcher.query('select xact_commit from pg_stat_database where datname = current_database()');
  return {
    functions: new Map<string, number>(rows.map((row) => [row.funcname, row.self_time])),
    written: new Map<string, number>(
      tables.rows.flatMap(({ relname, ins, upd, hot }): [string, number][] => [
        [`${relname}: added`, ins],
        [`${relname}: changed in place`, hot],
        [`${relname}: changed, with all of its indexes`, upd - hot],
      ]),
    ),
    commits: Number(commits.rows[0].xact_commit),
    cpuMs: postgresCpuMs(pid),
  };
}

const aTurn = (amount: number) => (amount / TURNS).toFixed(2).padStart(7);
const print = (title: string, amounts: Iterable<[string, number]>) => {
  console.log(`\n${title}`);
  for (const [name, amount] of [...amounts].sort((a, b) => b[1] - a[1]))
    if (amount / TURNS >= 0.005) console.log(`${aTurn(amount)}  ${name}`);
};
console.log(`A turn with a reply of ${TOKENS} words, ${VISITORS} visitors, ${report?.failures} failures.`);
console.log(`${aTurn((report?.cpuMs ?? 0) * TURNS)}  ms of the server's processor time, all its threads`);
console.log(`${aTurn(after.cpuMs - before.cpuMs)}  ms of PostgreSQL's`);
console.log(`${aTurn(after.commits - before.commits)}  transactions`);
print('Statements', statements.counts);
print("Milliseconds of the server's main thread", parts);
const since = (now: Map<string, number>, then: Map<string, number>) =>
  [...now].map(([name, amount]): [string, number] => [name, amount - (then.get(name) ?? 0)]);
print(
  'Milliseconds in functions of the database, waits for locks among them',
  since(after.functions, before.functions),
);
print('Rows written', since(after.written, before.written));
await watcher.end();
await server.stop();
await drop();
process.exit(0);
