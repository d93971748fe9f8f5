// VOICE: from the end of what a caller said to the first words of the answer, stage by stage, with 1, 5 and 20 calls at once. In `browser` the
// caller's browser listens and speaks and the built-in model answers. In `server` a provider's stand-in does, and it and the model take the
// time that such ones take. Callers, stand-in and server share this process.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { AnswerModels } from '../src/domain/answers/answers.ports.ts';
import { startDeepgramStandIn } from '../test/harness/deepgram-stand-in.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { type BenchServer, makePublishedAgent, percentile, signUpOwner, startBenchServer } from './harness.ts';
import { talkInBrowser, talkInSound } from './voice-callers.ts';

/** Of the stand-in, which ends a turn after so much silence, and of the model. */
const DELAYS = { endOfTurnMs: 300, firstClauseMs: 250, speechMs: 100 };
const DELAYED_MS = DELAYS.endOfTurnMs + DELAYS.firstClauseMs + DELAYS.speechMs;
const WORD_MS = 100;
const FIRST = 'The shop is open from nine to six. ';
const REST = 'On Sundays it is closed, but call us.'.split(' ');
/** Added by us: p50, p95 in milliseconds. */
const ROUNDS = [
  { calls: 1, turns: 16, p50: 150, p95: 250 },
  { calls: 5, turns: 8, p50: 150, p95: 250 },
  { calls: 20, turns: 6, p50: 250, p95: 400 },
];
/** What a caller waits for an answer in all, with the others' delays, while the machine is not full. */
const WHOLE = { calls: 5, p50: 800, p95: 1_200 };

/** As a fast model writes: whoever waits for all of it waits for most of a second more. */
const models: AnswerModels = {
  async *stream() {
    await wait(DELAYS.firstClauseMs);
    yield { type: 'text', text: FIRST };
    for (const word of REST) {
      await wait(WORD_MS);
      yield { type: 'text', text: `${word} ` };
    }
    yield { type: 'finish', inputTokens: 10, outputTokens: 20, areTokensEstimated: false, outcome: 'answered' };
  },
};

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/voice.bench.ts');

async function openAgent(server: BenchServer, key: string) {
  const owner = await signUpOwner(server);
  const agentId = await makePublishedAgent(server, owner);
  const { settings, draftRevision } = await owner.call('GET', `/v2/agents/${agentId}`);
  const voice = { ...settings.voice, isEnabled: true, greeting: 'Hello.' };
  if (key) {
    const body = { provider: 'deepgram', label: 'Speech', secret: key };
    const { id } = await owner.call('POST', `/v2/workspaces/${owner.uid}/credentials`, body);
    Object.assign(voice, { provider: 'deepgram', credentialId: id });
  }
  const privacy = { ...settings.privacy, showsAiNotice: false };
  await owner.call('POST', `/v2/agents/${agentId}`, { settings: { ...settings, voice, privacy }, draftRevision });
  await owner.call('POST', `/v2/agents/${agentId}/publish`, {});
  await server.database.unscoped.execute(sql`update limit_uses set max = null`);
  return agentId;
}

const STAGES = ['uplink', 'endOfTurn', 'wait', 'search', 'firstToken', 'firstClause', 'speech', 'play', 'total'];
const WIDTH = 12;
const cells = (texts: string[]) => texts.map((text) => text.padStart(WIDTH)).join('');
const both = (values: number[]) =>
  values.length === 0 ? '-' : [0.5, 0.95].map((share) => percentile(values, share).toFixed(0)).join(' / ');

/** As the traces of the answers have it. `search` and `firstToken` are within `firstClause`. */
async function stagesOf({ database }: BenchServer, conversationIds: string[]) {
  const found = await database.unscoped.execute(
    sql`select (trace -> 'spoken') || jsonb_build_object('searchMs', trace #> '{stages,retrieveMs}',
      'firstTokenMs', trace #> '{stages,firstTokenMs}') as stage
      from reply_traces where trace ? 'spoken' and conversation_id in (${sql.join(conversationIds, sql`, `)})`,
  );
  const rows = found.rows as { stage: Record<string, number> }[];
  const of = (name: string) =>
    rows.flatMap(({ stage }) => (stage[`${name}Ms`] === undefined ? [] : [stage[`${name}Ms`] as number]));
  return cells([...STAGES.map((name) => both(of(name))), String(rows.length)]);
}

async function measure(mode: 'browser' | 'server'): Promise<boolean> {
  const isSound = mode === 'server';
  const deepgram = await startDeepgramStandIn();
  deepgram.slow({ delayMs: DELAYS.speechMs });
  const { url, drop } = await createPostgresDatabase(postgres as string);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startBenchServer(url, folder, isSound ? { models } : {}, { DEEPGRAM_API_URL: deepgram.url });
  const agentId = await openAgent(server, isSound ? deepgram.key : '');
  const talk = isSound ? talkInSound : talkInBrowser;
  await talk({ server, agentId, turns: 3 });
  const delayed = isSound ? DELAYED_MS : 0;
  let isGood = true;
  console.log(`\n${mode}: milliseconds, p50 / p95${isSound ? `; ${JSON.stringify(DELAYS)} are the others' own` : ''}`);
  console.log(`calls${cells([...STAGES, 'answers', 'waited', 'added', 'target', 'underruns'])}`);
  for (const { calls, turns, p50, p95 } of ROUNDS) {
    const all = await Promise.all(Array.from({ length: calls }, () => talk({ server, agentId, turns })));
    const waited = all.flatMap(({ beganMs }) => beganMs);
    const added = waited.map((ms) => ms - delayed);
    const underruns = all.reduce((sum, one) => sum + one.underruns, 0);
    const isBelow = (values: number[], most: { p50: number; p95: number }) =>
      percentile(values, 0.5) <= most.p50 && percentile(values, 0.95) <= most.p95;
    const isWhole = calls > WHOLE.calls || isBelow(waited, WHOLE);
    if (!isBelow(added, { p50, p95 }) || !isWhole || underruns > 0) isGood = false;
    const ids = all.map(({ conversationId }) => conversationId);
    const told = cells([both(waited), both(added), `${p50} / ${p95}`, isSound ? String(underruns) : '-']);
    console.log(`${String(calls).padStart(5)}${await stagesOf(server, ids)}${told}`);
  }
  await server.stop();
  await deepgram.close();
  await drop();
  return isGood;
}

const isGood = [await measure('browser'), await measure('server')].every(Boolean);
process.exit(isGood ? 0 : 1);
