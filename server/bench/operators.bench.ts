// P11: 200 conversations wait, 50 operators look at them, visitors write 20 messages a second.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readOn } from '../test/factories/takeover-factory.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { makePublishedAgent, percentile, signUpOwner, startBenchServer } from './harness.ts';

const CHATS = 200;
const OPERATORS = 50;
const RATE = 20;
const SECONDS = 20;
const TARGET_MS = 500;
const SETTLED_MS = 10_000;

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/operators.bench.ts');
const { url, drop } = await createPostgresDatabase(postgres);
const server = await startBenchServer(url, mkdtempSync(join(tmpdir(), 'bench-')));
const api = `${server.origin}/api/na`;
const owner = await signUpOwner(server);
const agentId = await makePublishedAgent(server, owner);

const operators = await Promise.all(Array.from({ length: OPERATORS }, () => signUpOwner(server)));
for (const { uid } of operators)
  await server.database.unscoped.execute(
    sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${owner.uid}, ${uid}, '["conversations.reply"]')`,
  );

const post = async (path: string, headers: Record<string, string>, body: object = {}) => {
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
const left = new AbortController();
const read = async (path: string, cookie: string, onFrame: Parameters<typeof readOn>[2]) => {
  const response = await fetch(`${api}${path}`, { headers: { cookie }, signal: left.signal });
  readOn(response, [], onFrame).catch(() => {});
};

/** Due at, by the message's id; and which operators got it, and when. */
const due = new Map<string, number>();
const delivered: number[] = [];
const got = new Set<string>();
const signalled = new Map<string, number>();
const signals: number[] = [];

for (const { cookie } of operators)
  await read(`/v2/workspaces/${owner.uid}/events`, cookie, ({ data }) => {
    const since = data.kind === 'conversation' ? signalled.get(data.id) : undefined;
    if (since !== undefined) signals.push(performance.now() - since);
  });

type Chat = { conversationId: string; visitorToken: string };
const chats: Chat[] = [];
for (let n = 0; n < CHATS; n += 1) {
  const chat: Chat = await post(`/public/agents/${agentId}/conversations`, {});
  const { state } = await post(`/public/conversations/${chat.conversationId}/handoff`, {
    authorization: `Bearer ${chat.visitorToken}`,
  });
  if (state !== 'waiting') throw new Error(`a conversation does not wait: ${state}`);
  chats.push(chat);
}
// Each operator has one of the conversations open that visitors write in.
const open = chats.slice(0, OPERATORS);
for (const [at, { conversationId }] of open.entries())
  await read(
    `/v2/workspaces/${owner.uid}/conversations/${conversationId}/events`,
    operators[at]?.cookie ?? '',
    (frame) => {
      const since = frame.event === 'message' ? due.get(frame.data.id) : undefined;
      if (since === undefined || got.has(frame.data.id)) return;
      got.add(frame.data.id);
      delivered.push(performance.now() - since);
    },
  );

const begin = performance.now();
const sending: Promise<unknown>[] = [];
for (let n = 0; n < RATE * SECONDS; n += 1) {
  const at = begin + (n * 1_000) / RATE;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
  const { conversationId, visitorToken } = open[n % open.length] as Chat;
  const id = crypto.randomUUID();
  due.set(id, at);
  signalled.set(conversationId, at);
  sending.push(
    post(
      `/public/conversations/${conversationId}/messages`,
      { authorization: `Bearer ${visitorToken}` },
      { id, text: 'Hello?' },
    ),
  );
}
await Promise.all(sending);
const until = performance.now() + SETTLED_MS;
while (got.size < due.size && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
left.abort();

const p95 = percentile(delivered, 0.95);
const lost = due.size - got.size;
console.log(
  `P11 ${CHATS} conversations wait, ${OPERATORS} operators, ${RATE} messages a second: at the operator p50 ${percentile(delivered, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (target ${TARGET_MS} ms), lost ${lost} of ${due.size}`,
);
console.log(
  `    told to every operator's list: p50 ${percentile(signals, 0.5).toFixed(0)} ms, p95 ${percentile(signals, 0.95).toFixed(0)} ms, ${signals.length} signals`,
);
await server.stop();
await drop();
process.exit(lost > 0 ? 1 : 0);
