// VOICE: from the end of what a caller said to the first words that are to be spoken, with 1, 5 and 20 calls at once. The caller's browser
// listens and speaks, the built-in model answers: what is printed is ours alone.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openBrowserCaller } from '../test/harness/browser-caller.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { makePublishedAgent, percentile, signUpOwner, startBenchServer } from './harness.ts';

const TURNS = 12;
/** Added by us: p50, p95 in milliseconds. */
const TARGETS: [calls: number, p50: number, p95: number][] = [
  [1, 150, 250],
  [5, 150, 250],
  [20, 250, 400],
];

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/voice.bench.ts');
const { url, drop } = await createPostgresDatabase(postgres);
const server = await startBenchServer(url, mkdtempSync(join(tmpdir(), 'bench-')));
const owner = await signUpOwner(server);
const agentId = await makePublishedAgent(server, owner);
const { settings, draftRevision } = await owner.call('GET', `/v2/agents/${agentId}`);
const voice = { ...settings.voice, isEnabled: true, greeting: 'Hello.' };
const privacy = { ...settings.privacy, showsAiNotice: false };
await owner.call('POST', `/v2/agents/${agentId}`, { settings: { ...settings, voice, privacy }, draftRevision });
await owner.call('POST', `/v2/agents/${agentId}/publish`, {});
await server.database.unscoped.execute(sql`update limit_uses set max = null`);

const post = async (path: string, bearer = '') => {
  const response = await fetch(`${server.origin}/api/na${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: '{}',
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Record<string, string>>;
};

type Turn = { thinking: number; speaking: number };

async function talk(turns: Turn[]) {
  const { conversationId, visitorToken } = await post(`/public/agents/${agentId}/conversations`);
  const { callId = '', secret = '' } = await post(`/public/conversations/${conversationId}/calls`, visitorToken);
  const caller = await openBrowserCaller(server.origin, 'na', { callId, secret }, {}, 1);
  await caller.untilListening();
  for (let turn = 0; turn < TURNS; turn++) {
    const said = caller.messages.length;
    const at = performance.now();
    caller.tell({ type: 'final', text: 'What does an electric bike cost?' });
    const since = (find: (type: string) => boolean) =>
      caller.until(() => caller.messages.slice(said).some(({ type }) => find(type))).then(() => performance.now() - at);
    const thinking = await since((type) => type === 'state');
    const speaking = await since((type) => type === 'say');
    turns.push({ thinking, speaking });
    await caller.untilListening();
    await wait(50);
  }
  caller.hangUp();
}

let isGood = true;
console.log('calls at once | heard to thinking p50 / p95 ms | heard to first words p50 / p95 ms | target');
for (const [calls, p50, p95] of TARGETS) {
  const turns: Turn[] = [];
  await Promise.all(Array.from({ length: calls }, () => talk(turns)));
  const at = (stage: keyof Turn, share: number) =>
    percentile(
      turns.map((turn) => turn[stage]),
      share,
    );
  const [middle, high] = [at('speaking', 0.5), at('speaking', 0.95)];
  if (middle > p50 || high > p95) isGood = false;
  console.log(
    `${String(calls).padStart(13)} | ${at('thinking', 0.5).toFixed(1)} / ${at('thinking', 0.95).toFixed(1)} | ${middle.toFixed(1)} / ${high.toFixed(1)} | ${p50} / ${p95}`,
  );
}
await server.stop();
await drop();
process.exit(isGood ? 0 : 1);
