// P10: what the dashboard reads, at 50 calls a second, from a workspace with 10,000 agents, conversations, leads and usage lines.
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../src/db/database.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { makePublishedAgent, percentile, signUpOwner, startBenchServer } from './harness.ts';
import { get, measure } from './steady-load.ts';

const ROWS = 10_000;
const RATE = 50;
const SECONDS = 20;
const TARGET_MS = 150;

/** Copies of the one row of a table, told apart by the ends of their ids and, a minute each, by their times. */
async function multiply(database: Database, table: string, change: Record<string, string>) {
  const changed = Object.entries(change).flatMap(([column, value]) => [`'${column}'`, value]);
  const { rows } = (await database.unscoped.execute(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`)) as unknown as {
    rows: { name: string }[];
  };
  const columns = rows.map(({ name }) => name);
  await database.unscoped.execute(
    sql.raw(`insert into ${table} (${columns.join(', ')})
      select ${columns.map((column) => `(made).${column}`).join(', ')} from (
        select jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${changed.join(', ')})) as made
        from (select * from ${table} limit 1) one, generate_series(1, ${ROWS - 1}) n
      ) copies`),
  );
  await database.unscoped.execute(sql.raw(`analyze ${table}`));
}

const otherId = `overlay(one.id placing lpad(n::text, 8, '0') from length(one.id) - 7)`;
const earlier = (column: string) => `one.${column} - n * interval '1 minute'`;

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/reads.bench.ts');
const { url, drop } = await createPostgresDatabase(postgres);
const server = await startBenchServer(url, mkdtempSync(join(tmpdir(), 'bench-')));
const owner = await signUpOwner(server);
const { uid, cookie } = owner;
const agentId = await makePublishedAgent(server, owner);
const api = `${server.origin}/api/na`;
const started = await fetch(`${api}/public/agents/${agentId}/conversations`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
});
if (!started.ok) throw new Error(`no conversation: ${started.status}`);
await multiply(server.database, 'agents', { id: otherId, created_at: earlier('created_at') });
await multiply(server.database, 'conversations', {
  id: otherId,
  visitor_token_hash: `one.visitor_token_hash || n`,
  last_message_at: earlier('last_message_at'),
  created_at: earlier('created_at'),
});
const newLead = { name: 'Ann Example', email: 'ann00000000@example.com', phone: '+1 202 555 0143' };
const lead = await fetch(`${api}/v2/agents/${agentId}/leads`, {
  method: 'POST',
  headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  body: JSON.stringify(newLead),
});
if (!lead.ok) throw new Error(`no lead: ${lead.status}`);
await multiply(server.database, 'leads', {
  id: otherId,
  name: `one.name || n`,
  email: `'ann' || n || '@example.com'`,
  email_key: `'ann' || n || '@example.com'`,
  name_key: `one.name_key || n`,
  phone_key: `one.phone_key || n`,
  created_at: earlier('created_at'),
  last_seen_at: earlier('last_seen_at'),
});
await multiply(server.database, 'usage_entries', { id: `one.id || n`, ts: earlier('ts') });
// As a running database does by itself within the minute: a plan made for an empty table would be measured.
await server.database.unscoped.execute(sql`analyze`);
const paths = [
  '/v2/me',
  `/v2/workspaces/${uid}/agents`,
  `/v2/workspaces/${uid}/agents?search=Bench&sort=title`,
  `/v2/agents/${agentId}`,
  `/v2/agents/${agentId}/knowledge`,
  `/v2/workspaces/${uid}/conversations`,
  `/v2/agents/${agentId}/conversations`,
  `/v2/workspaces/${uid}/usage`,
  `/v2/agents/${agentId}/leads`,
  `/v2/agents/${agentId}/leads?search=example9999&sort=name`,
  `/v2/agents/${agentId}/leads/groups`,
];
const headers = { cookie, 'sec-fetch-site': 'same-origin' };
for (const path of paths) {
  const status = await get(api + path, headers);
  if (status !== 200) throw new Error(`${path}: ${status}`);
}
const urls = paths.map((path) => api + path);
for (const [index, path] of paths.entries()) {
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const before = performance.now();
    await get(urls[index] as string, headers);
    times.push(performance.now() - before);
  }
  console.log(
    `P10 ${path.replaceAll(uid, '{uid}').replaceAll(agentId, '{id}')}: alone p50 ${percentile(times, 0.5).toFixed(1)} ms`,
  );
}
const ours = await measure(
  urls.map((url) => ({ url, headers })),
  { rate: RATE, seconds: SECONDS },
);
await server.stop();
await drop();
const bare = serve({ fetch: new Hono().get('/', (c) => c.json({ items: [] })).fetch, port: 0, hostname: '127.0.0.1' });
await once(bare, 'listening');
const floor = await measure([{ url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, headers: {} }], {
  rate: RATE,
  seconds: SECONDS,
});
const isMet = ours.p95 <= TARGET_MS && ours.failures === 0;
console.log(
  `P10 reads at ${RATE} a second over ${ROWS} rows: p50 ${ours.p50.toFixed(1)} ms, p95 ${ours.p95.toFixed(1)} ms, ${ours.failures} failures ` +
    `(target p95 <= ${TARGET_MS} ms: ${isMet ? 'met' : 'missed'}); floor, bare hono: p95 ${floor.p95.toFixed(1)} ms`,
);
process.exit(0);
