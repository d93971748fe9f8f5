// A year of data: 200 workspaces, 100,000 conversations, 2,000,000 messages, 1,000,000 events. Every procedure once, by the
// counters of PostgreSQL; the lists that people live in, at 50 calls a second; the first token; then the deletion of the agent
// that has half of it, and of a workspace, while others ask.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { makeScope, makeSystemScope } from '../src/db/make-scope.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { purgeAgents } from '../src/domain/agents/purge-agents.ts';
import { eraseWorkspace } from '../src/domain/workspaces/erase-workspace.ts';
import { hashSecret } from '../src/domain/workspaces/secrets.rules.ts';
import { startTestApi } from '../test/harness/api.ts';
import { startModelServer } from '../test/harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { policyMatrix } from '../test/walks/policy-matrix.ts';
import type { ProcedureName } from '../test/walks/policy-row.ts';
import { makeWorld } from '../test/walks/tenancy-walk.ts';
import { makeYear, otherUid, WHOLE_YEAR } from '../test/walks/year.ts';
import { findSlow, SLOW, walkYear } from '../test/walks/year-walk.ts';
import { makePublishedAgent, percentile, startBenchServer } from './harness.ts';
import { runVisitors } from './load.ts';
import { get, measure, type Target } from './steady-load.ts';
import { compareWrites } from './write-turns.ts';

const ROWS_MIN = 10_000;
const CALL_MS_MAX = 500;
const READ_MS_MAX = 150;
const RATE = 50;
const SECONDS = 20;
const SEARCHERS = 50;

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/year.bench.ts');
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);
const say = (text: string) => console.log(`year: ${text}`);
const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed');

const { url, drop } = await createPostgresDatabase(postgres);
// One connection of each kind, so that what they counted can be asked for.
const single = await openPostgres('na', url, { visitors: 1, background: 1, answerMs: 3_600_000 });
const host = await startModelServer();
const api = await startTestApi(single, { OUTBOUND_ALLOW: host.hostAndPort, OUTBOUND_ALLOW_SITES: host.hostAndPort });
const world = await makeWorld(api, host.baseURL);
const begun = performance.now();
await makeYear(single, world.own, WHOLE_YEAR);
const { rows: sizes } = await single.unscoped.execute(
  sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
);
say(`${JSON.stringify(WHOLE_YEAR)} made in ${seconds(begun)} s, ${(sizes[0] as { size: string }).size}`);

const names = Object.keys(policyMatrix) as ProcedureName[];
// Half of the conversations are read and searched; nothing is deleted before the others were asked.
const calls = await walkYear(world, names, ROWS_MIN);
const findings = findSlow(calls, CALL_MS_MAX);
say(`${calls.length} procedures, each once, as their owner: ${findings.length} findings`);
for (const finding of findings) say(`  ${finding}`);
for (const { name, ms } of calls.toSorted((one, other) => other.ms - one.ms).slice(0, 8))
  say(`  slowest: ${name} ${ms.toFixed(0)} ms${SLOW[name] ? ` (${SLOW[name]})` : ''}`);
await api.stop();
await host.close();
await single.close();

const server = await startBenchServer(url, mkdtempSync(join(tmpdir(), 'bench-')));
const { uid, agentId, key } = world.own;
// A session is signed with the secret of the server that began it; the workspace's key is not.
const headers = { authorization: `Bearer ${key.bearer}` };
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const paths = [
  ['inbox', `/v2/workspaces/${uid}/inbox`],
  ['conversations', `/v2/workspaces/${uid}/conversations`],
  ['conversations of an agent', `/v2/agents/${agentId}/conversations`],
  [
    'report',
    `/v2/workspaces/${uid}/analytics/report?from=${dayBefore(29)}&to=${dayBefore(0)}&timeZone=Europe%2FBerlin`,
  ],
] as const;
const measureReads = async (name: string, targets: Target[]) => {
  const found = await measure(targets, { rate: RATE, seconds: SECONDS });
  say(
    `${name} at ${RATE} a second: p50 ${found.p50.toFixed(1)} ms, p95 ${found.p95.toFixed(1)} ms, ${found.failures} failures (target p95 <= ${READ_MS_MAX} ms: ${verdict(found.p95 <= READ_MS_MAX && found.failures === 0)})`,
  );
};
for (const [name, path] of paths) {
  const target = `${server.origin}/api/na${path}`;
  const status = await get(target, headers);
  if (status === 200) await measureReads(name, [{ url: target, headers }]);
  else say(`${name}: ${path} answers ${status}`);
}

const searches = [
  ['said in one', '099998'],
  ['a phrase of words said in all', 'number 050000'],
  ['said in none', 'zebra crossing'],
  ['said in all', 'harbour'],
  ['two letters, in none', 'zq'],
].map(([name = '', words = '']) => ({ name, words }));
const searchOf = (workspace: string, words: string) =>
  `${server.origin}/api/na/v2/workspaces/${workspace}/conversations?${new URLSearchParams({ search: words })}`;
for (const { name, words } of searches) {
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const since = performance.now();
    await get(searchOf(uid, words), headers);
    times.push(performance.now() - since);
  }
  say(`search, ${name}: alone p50 ${percentile(times, 0.5).toFixed(1)} ms`);
}
// As the conversations are spread: every second search is the large workspace's.
const others = Array.from({ length: SEARCHERS }, (_, n) => ({ uid: otherUid(n + 2), secret: `vg_searcher${n}` }));
for (const other of others)
  await server.database.unscoped.execute(
    sql`update workspaces set secret_hash = ${hashSecret(other.secret)} where uid = ${other.uid}`,
  );
await measureReads(
  'search, these in turn, every second one in the large workspace,',
  others.flatMap((other, n) => {
    const { words } = searches[n % searches.length]!;
    return [
      { url: searchOf(uid, words), headers },
      { url: searchOf(other.uid, words), headers: { authorization: `Bearer ${other.secret}` } },
    ];
  }),
);
const { rows: parts } = await server.database.unscoped.execute(sql`
  select pg_size_pretty(pg_relation_size('messages_said')) as said, pg_size_pretty(pg_relation_size('messages')) as rows,
    pg_size_pretty(pg_indexes_size('messages') - pg_relation_size('messages_said')) as others`);
say(`the index of what was said beside the messages and their other indexes: ${JSON.stringify(parts[0])}`);

const otherAgent = await makePublishedAgent(server);
const ask = async (rounds: number) => {
  const report = await runVisitors({
    origin: server.origin,
    agentId: otherAgent,
    visitors: 50,
    rounds,
    spreadMs: 2_000,
  });
  return percentile(report.firstTokenMs, 0.95);
};
await ask(2);
const quiet = await ask(10);
say(
  `first token, 50 conversations that ask each second: p95 ${quiet.toFixed(1)} ms (target <= 50 ms: ${verdict(quiet <= 50)})`,
);
const memory = process.memoryUsage();
say(`memory of the process: ${Math.round(memory.rss / 2 ** 20)} MB, heap ${Math.round(memory.heapUsed / 2 ** 20)} MB`);

/** What is deleted meanwhile, in how long transactions, and how long the others waited. */
async function deleteBeside(what: string, work: (watched: typeof server.database) => Promise<unknown>) {
  let longest = 0;
  const watched: typeof server.database = {
    ...server.database,
    transaction: async (scope, run) => {
      const since = performance.now();
      const result = await server.database.transaction(scope, run);
      longest = Math.max(longest, performance.now() - since);
      return result;
    },
  };
  const since = performance.now();
  let isOver = false;
  const working = work(watched).finally(() => {
    isOver = true;
  });
  const beside: number[] = [];
  while (!isOver) beside.push(await ask(5));
  await working;
  const usual = percentile(beside, 0.5);
  say(
    `${what} in ${seconds(since)} s, longest transaction ${longest.toFixed(0)} ms (target < 1,000: ${verdict(longest < 1_000)}); ` +
      `first token of others meanwhile p95 ${usual.toFixed(1)} ms, in the worst stretch ${Math.max(...beside).toFixed(1)} ms (target <= 2 x ${quiet.toFixed(1)}: ${verdict(usual <= 2 * quiet)})`,
  );
}

const system = makeSystemScope('bench');
const fileStore = { put: async () => {}, get: async () => new Uint8Array(), delete: async () => {} };
const scopeOf = makeScope as unknown as (uid: string) => ReturnType<typeof makeScope>;
await server.database.unscoped.execute(
  sql`update agents set deleted_at = now() - interval '40 days' where id = ${agentId}`,
);
await deleteBeside('the agent with half of all messages deleted', (database) =>
  purgeAgents({ database, fileStore }, system, scopeOf),
);
const erased = otherUid(1);
await server.database.unscoped.execute(sql`update workspaces set deleted_at = now() where uid in (${erased}, ${uid})`);
await deleteBeside('two workspaces erased', async (database) => {
  for (const one of [erased, uid]) await eraseWorkspace({ database, systemScope: system, fileStore }, scopeOf(one));
});
say(`the messages of a turn are written: ${await compareWrites(server.database)}`);
await server.stop();
await drop();
process.exit(0);
