import { AgentSettings } from '@antiphon/contract/agents';
import { newAgentId, newMessageId, randomText } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { makeVectorMemory } from '../../src/adapters/vector-memory/vector-memory.ts';
import type { Database } from '../../src/db/database.ts';
import { agents, agentVersions } from '../../src/db/schema/agents.ts';
import type { AnswerModels, AnswerRequest } from '../../src/domain/answers/answers.ports.ts';
import { makeModelBreaker } from '../../src/domain/answers/model-breaker.ts';
import { fromCredits } from '../../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { priceTokens, priceTurn } from '../../src/domain/billing/prices.rules.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';
import type { ReplyLease } from '../../src/domain/turns/ask-model.ts';
import { sendMessage } from '../../src/domain/turns/send-message.ts';
import { writeReply } from '../../src/domain/turns/write-reply.ts';
import { VendorFailure } from '../../src/domain/vendors/vendors.ports.ts';
import { makeConversation } from '../factories/conversation-factory.ts';
import { publicCalls } from '../factories/function-factory.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const MODELS = [
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-4o-mini'],
  ['openai', 'gpt-5'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['builtin', 'builtin'],
] as const;
/** One in six is stopped, one in five fails in some way. */
const ENDS = [
  ...Array.from({ length: 12 }, () => 'whole' as const),
  'stopped',
  'stopped',
  'stopped early',
  'silent failure',
  'broken',
  'broken twice',
  'restarted',
] as const;
const WORDS =
  'the price of an electric bike is twenty eight euros a day and helmets are free of charge when you rent'.split(' ');

function makeRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return { below, pick: <One>(of: readonly One[]) => of[below(of.length)] as One };
}
type Random = ReturnType<typeof makeRandom>;

const say = (random: Random, words: number) => Array.from({ length: words }, () => random.pick(WORDS)).join(' ');

/** As vendors count English: measured with two of their tokenizers, 3.9 to 5.7 characters a token. */
const vendorTokens = (text: string) => Math.ceil(text.length / 4);
const promptTokens = ({ system, messages }: AnswerRequest) =>
  vendorTokens(system) + messages.reduce((sum, { content }) => sum + vendorTokens(content) + 4, 0);

type Turn = {
  end: (typeof ENDS)[number];
  model: (typeof MODELS)[number];
  asked: number;
  wrote: number;
  text: string;
  held: bigint;
  charged: bigint;
};

/** An agent of each model, and one turn after the other with each, as the product takes them. */
async function makeTurns(database: Database, random: Random) {
  const { scope, agentId: first } = await makeKnowledgeAgent(database);
  const made = await Promise.all(
    MODELS.map(async (model, index) => {
      const { workspaceUid } = scope;
      const agentId = index === 0 ? first : newAgentId();
      const [provider, name] = model;
      const systemPrompt = say(random, random.below(400));
      const settings = AgentSettings.parse({ title: 'A', systemPrompt, model: { provider, model: name } });
      await database.transaction(scope, async (tx) => {
        if (index > 0) await tx.insert(agents).values({ id: agentId, workspaceUid, draft: settings });
        await tx.insert(agentVersions).values({ agentId, number: 1, workspaceUid, settings });
        await tx.update(agents).set({ publishedVersion: 1 }).where(eq(agents.id, agentId));
      });
      return { model, agentId };
    }),
  );
  await database.transaction(scope, (tx) =>
    grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(100_000_000), featureKey: 'top_up' }),
  );
  return async (): Promise<Turn> => {
    const { model, agentId } = random.pick(made);
    const end = random.pick(ENDS);
    const history = Array.from({ length: random.below(4) * random.below(8) }, (_, at) => ({
      role: at % 2 ? ('agent' as const) : ('visitor' as const),
      text: say(random, 1 + random.below(200)),
    }));
    const conversationId = await makeConversation(database, scope, agentId, history);
    const live = makeLiveConversations();
    const question = { conversationId, id: newMessageId(), text: say(random, 1 + random.below(30)), fileIds: [] };
    const { replyId } = await sendMessage({ database, live }, scope, question);
    let asked = 0;
    const [shutdown, lost] = [new AbortController(), new AbortController()];
    const words = 1 + random.below(400);
    const cut = random.below(words);
    let [requests, chars] = [0, 0];
    const models: AnswerModels = {
      async *stream(request) {
        requests += 1;
        const isFirst = requests === 1;
        if (end === 'silent failure' && isFirst) throw new VendorFailure('unreachable', 'refused', 1);
        asked += promptTokens(request);
        if (end === 'stopped early') live.stopHere(replyId!);
        let text = '';
        for (let at = 0; at < words; at += 1) {
          if (request.signal.aborted) break;
          if (at === cut && end === 'stopped') live.stopHere(replyId!);
          if (at === cut && end === 'restarted' && isFirst) shutdown.abort();
          if (at === cut && at > 0 && (end === 'broken twice' || (end === 'broken' && isFirst)))
            throw new VendorFailure('unreachable', 'cut', 1);
          const word = `${random.pick(WORDS)} `;
          text += word;
          // What a worker that stops had been given is nobody's: it is asked for again.
          if (!(end === 'restarted' && isFirst)) chars += word.length;
          yield { type: 'text', text: word };
        }
        if (request.signal.aborted) return;
        const tokens = { inputTokens: promptTokens(request), outputTokens: vendorTokens(text) };
        yield { type: 'finish', ...tokens, areTokensEstimated: random.below(4) === 0, outcome: 'answered' };
      },
    };
    const deps = {
      database,
      live,
      callOut: publicCalls,
      functionCalls: { wake: () => {} },
      models,
      embedder: { embed: () => Promise.reject(new Error('no vectors here')) },
      vectorMemory: makeVectorMemory(),
      secretKey: 'x'.repeat(40),
      log: pino({ level: 'silent' }),
      breaker: makeModelBreaker(),
      beginnings: { run: <Result>(_: unknown, work: () => Promise<Result>) => work() } as never,
    };
    const under: ReplyLease = { owner: randomText(8), lease: null };
    await writeReply(deps, scope, conversationId, under, { shutdown: shutdown.signal, lost: lost.signal });
    if (end === 'restarted' && shutdown.signal.aborted)
      await writeReply(deps, scope, conversationId, under, { shutdown: lost.signal, lost: lost.signal });
    const { rows } = (await database.unscoped.execute(sql`
      select h.amount::text as held, h.settled::text as charged, h.state, m.text, m.state as reply from credit_holds h
      join messages m on m.id = h.id where h.id = ${replyId}`)) as unknown as {
      rows: { held: string; charged: string; state: string; text: string; reply: string }[];
    };
    const row = rows[0]!;
    expect(row.state, `${end}: the hold is over`).not.toBe('held');
    expect(['complete', 'stopped', 'failed']).toContain(row.reply);
    const said = row.reply === 'failed' ? '' : row.text;
    return {
      end,
      model,
      asked,
      wrote: Math.ceil(chars / 4),
      text: said,
      held: BigInt(row.held),
      charged: BigInt(row.charged),
    };
  };
}

const listPrice = ({ model: [provider, model], asked, wrote }: Turn) =>
  priceTokens({ provider, model, usesOwnKey: false }, { inputTokens: asked, outputTokens: wrote });

/** Turns whose charge does not cover what vendors bill for them. */
const uncovered = (turns: Turn[], chargeOf: (turn: Turn) => bigint) =>
  turns.filter((turn) => chargeOf(turn) < listPrice(turn)).map(({ end, model }) => `${end} ${model[1]}`);

/** As it was: a stopped reply was asked nothing. */
const formerCharge = ({ end, model: [provider, model], text, charged }: Turn) =>
  end.startsWith('stopped') && text !== ''
    ? priceTurn({ provider, model, usesOwnKey: false, inputTokens: 0, outputTokens: Math.ceil(text.length / 4) })
    : charged;

describe.each(await openJourneyDatabases())('turns on $name', ({ database, name }) => {
  test('charge what the model was asked and wrote; as much is held, and hardly more', async () => {
    const random = makeRandom(20_261_122);
    const take = await makeTurns(database, random);
    const turns: Turn[] = [];
    const count = name === 'postgres' ? amount(10_000, 150) : amount(500, 60);
    while (turns.length < count) turns.push(await take());
    expect(new Set(turns.map(({ end }) => end)).size).toBe(new Set(ENDS).size);
    expect(uncovered(turns, ({ charged }) => charged)).toEqual([]);
    expect(turns.filter(({ held, charged }) => charged > held)).toEqual([]);
    const ratios = turns
      .filter(({ charged }) => charged > 0n)
      .map(({ held, charged }) => Number(held) / Number(charged))
      .sort((one, other) => one - other);
    const p95 = ratios[Math.floor(ratios.length * 0.95)];
    console.log(
      JSON.stringify({
        turns: count,
        heldToChargedP50: ratios[ratios.length >> 1]?.toFixed(2),
        p95: p95?.toFixed(2),
        most: ratios.at(-1)?.toFixed(2),
      }),
    );
    expect(p95).toBeLessThanOrEqual(2);
    expect(uncovered(turns, formerCharge).length, 'planted: a Stop that is asked nothing').toBeGreaterThan(0);
  }, 1_800_000);
});
