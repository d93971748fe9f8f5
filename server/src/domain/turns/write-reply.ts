import type { Trace } from '@antiphon/contract/conversations';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { FairGate } from '../../db/fair-gate.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { buildPrompt, citationsOf } from '../answers/answer.rules.ts';
import type { AnswerModels, AnswerPart } from '../answers/answers.ports.ts';
import { captureNoted } from '../conversations/capture-contact.ts';
import { openAnswerModel } from '../credentials/open-answer-model.ts';
import { openEmbedder } from '../credentials/open-embedder.ts';
import { leadRules, leadTool } from '../lead-capture/lead-tool.rules.ts';
import { isAnybodyOnline } from '../operators/operator-presence.ts';
import type { Embedder, VectorMemory } from '../search/search.ports.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type BegunReply, beginReply } from './begin-reply.ts';
import { failReply, finishReply } from './finish-reply.ts';
import { isRequestAlone, whyAsk } from './handoff-request.rules.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import { type Meter, startMeter } from './meter-reply.ts';
import { watchStop } from './stop-reply.ts';
import type { MeterOutcome, OwedReply } from './turns.queries.ts';
import { dialogue, visitorTurns } from './turns.rules.ts';

export type ReplyDeps = {
  database: Database;
  live: LiveConversations;
  models: AnswerModels;
  embedder: Embedder;
  vectorMemory: VectorMemory;
  secretKey: string;
  log: Logger;
};

/** Lets the workspaces begin their replies in turn. */
export type Beginnings = { beginnings: FairGate };

type Prepared = {
  begun: BegunReply;
  passages: Passage[];
  confidence: number;
  question: string;
  lang: string;
  retrieveMs: number;
};
type Written = {
  text: string;
  finish: Extract<AnswerPart, { type: 'finish' }> | null;
  /** What the model noted of the visitor, as it came. */
  noted: Record<string, unknown>[];
  /** The credits ended in its middle. */
  isCut: boolean;
  firstTokenMs: number;
  modelMs: number;
};

const now = () => performance.now();

/** Who answers, and the lease that it has of the conversation: a new one with each attempt, null when it was given back or lost. */
export type ReplyLease = { readonly owner: string; lease: Lease | null };

/** `lost`: another worker took the conversation over. */
type Ends = { shutdown: AbortSignal; lost: AbortSignal };

/**
 * Writes the oldest reply that a conversation owes. Afterwards `under.lease` stands while another reply is owed or this one was
 * handed over, and is null where nothing is owed or another worker holds the conversation.
 */
export async function writeReply(
  deps: ReplyDeps & Beginnings,
  scope: Scope,
  id: ConversationId,
  under: ReplyLease,
  ends: Ends,
  known: OwedReply | null = null,
): Promise<void> {
  const startedMs = now();
  const inTurn = <Result>(work: () => Promise<Result>) => deps.beginnings.run(scope.workspaceUid, work);
  const beginning = await inTurn(() => beginReply(deps, scope, id, under.owner, known));
  if (beginning.kind === 'nothing') {
    under.lease = null;
    return;
  }
  const { begun } = beginning;
  under.lease = begun.lease;
  deps.live.startReply(id, begun.reply.id, begun.startedSeq);
  deps.live.tell(id, beginning.events);
  if (beginning.kind === 'refused') {
    const amountMicro = beginning.why === 'interrupted' ? begun.spentMicro : null;
    const isOwed = await failReply(deps, scope, begun, beginning.why, null, amountMicro);
    if (!isOwed) under.lease = null;
    return;
  }
  const stop = watchStop(deps, begun);
  try {
    const prepared = await inTurn(() => prepare(deps, scope, begun));
    const isOwed = await answer(deps, scope, prepared, { startedMs, under, ...ends, stop: stop.signal });
    if (!isOwed) under.lease = null;
  } finally {
    stop.end();
    // What another goes on with is told by that one.
    if (ends.lost.aborted) deps.live.endReply(id);
  }
}

type Circumstances = Ends & { startedMs: number; under: ReplyLease; stop: AbortSignal };

async function answer(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  { startedMs, under, shutdown, lost, stop }: Circumstances,
): Promise<boolean> {
  const { conversation } = prepared.begun;
  const signal = AbortSignal.any([shutdown, lost, stop]);
  let meter: Meter | undefined;
  const failWith = (code: 'model_failed' | 'no_credits' | 'limit_reached') =>
    failReply(
      deps,
      scope,
      prepared.begun,
      code,
      failedTrace(prepared, startedMs),
      meter?.spent() ?? prepared.begun.spentMicro,
    );
  try {
    const request = await makeRequest(deps, scope, prepared);
    const { prompt } = request;
    meter = startMeter(deps.database, scope, () => prepared.begun, { ...prompt, tools: request.tools });
    const written = await writeWithOneRetry(deps, scope, prepared, { ...request, signal, under, meter });
    // Handed over or lost: the reply stays owed, and whoever takes the lease next begins it anew, or has.
    if (shutdown.aborted || lost.aborted) return shutdown.aborted;
    await captureNoted(deps, scope, conversation.id, written.noted, prepared.begun.lease);
    const isStopped = stop.aborted || written.isCut;
    return await finish(deps, scope, prepared, written, { prompt, startedMs, isStopped, meter });
  } catch (error) {
    if (shutdown.aborted || lost.aborted) return shutdown.aborted;
    if (error instanceof NotHeld && error.outcome === 'lost') return false;
    if (error instanceof NotHeld)
      return await failWith(error.outcome === 'no_credits' ? 'no_credits' : 'limit_reached');
    if (!(error instanceof VendorFailure)) throw error;
    deps.log.warn({ err: error, conversationId: conversation.id, kind: error.kind }, 'the model failed');
    return await failWith('model_failed');
  }
}

async function prepare(deps: ReplyDeps, scope: Scope, begun: BegunReply): Promise<Prepared> {
  const { conversation, settings, reply, history } = begun;
  const { earlier, asked } = visitorTurns(history, reply.id);
  const startedMs = now();
  const { embeddingModel } = settings.knowledge;
  const embedder = embeddingModel === '' ? undefined : await openEmbedder(deps, scope, settings.model);
  const found = await searchKnowledge(
    { database: deps.database, ...(embedder ? { meaning: { ...deps, embedder } } : {}) },
    scope,
    {
      agentId: conversation.agentId,
      turns: [...earlier, asked.join('\n')],
      passagesMax: settings.knowledge.passagesMax,
      embeddingModel,
      lang: conversation.lang,
    },
  );
  return { begun, ...found, lang: conversation.lang, retrieveMs: now() - startedMs };
}

async function makeRequest(deps: ReplyDeps, scope: Scope, { begun, passages, lang }: Prepared) {
  const { settings, conversation, history, reply } = begun;
  const prompt = buildPrompt({
    settings,
    passages,
    history: dialogue(history, reply.id),
    lang,
    variables: conversation.variables,
    furtherRules: settings.model.provider === 'builtin' ? [] : leadRules(settings.leadFields),
  });
  const ref = await openAnswerModel(deps, scope, settings.model);
  const tool = ref.provider === 'builtin' ? null : leadTool(settings.leadFields);
  return { model: ref, prompt, tools: tool ? [tool] : [] };
}

type Request = Awaited<ReturnType<typeof makeRequest>> & { signal: AbortSignal; under: ReplyLease; meter: Meter };

async function writeWithOneRetry(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  request: Request,
): Promise<Written> {
  try {
    return await write(deps, prepared, request);
  } catch (error) {
    if (!(error instanceof VendorFailure) || !error.canRetry || request.signal.aborted) throw error;
    const { conversation } = prepared.begun;
    deps.log.warn({ err: error, conversationId: conversation.id }, 'the model failed; trying once more');
    await waitFor(Math.min(error.retryAfterMs ?? 500, 5_000), request.signal);
    const again = await beginReply(deps, scope, conversation.id, request.under.owner);
    if (again.kind === 'nothing') throw error;
    prepared.begun = again.begun;
    request.under.lease = again.begun.lease;
    if (again.kind === 'refused') throw error;
    deps.live.startReply(conversation.id, again.begun.reply.id, again.begun.startedSeq);
    deps.live.tell(conversation.id, again.events);
    return write(deps, prepared, request);
  }
}

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });

/** What the next words cost can not be held. */
class NotHeld extends Error {
  readonly outcome: MeterOutcome;
  constructor(outcome: MeterOutcome) {
    super(`not held: ${outcome}`);
    this.outcome = outcome;
  }
}

const demandHeld = (outcome: MeterOutcome) => {
  if (outcome !== 'held' && outcome !== 'over') throw new NotHeld(outcome);
};

async function write(deps: ReplyDeps, prepared: Prepared, request: Request): Promise<Written> {
  const { model, prompt, tools, signal, meter } = request;
  const startedMs = now();
  const written: Written = { text: '', finish: null, noted: [], isCut: false, firstTokenMs: 0, modelMs: 0 };
  if (signal.aborted) return written;
  demandHeld(await meter.ask());
  const { passages, confidence, lang, begun } = prepared;
  const say = (text: string) => {
    written.text += text;
    deps.live.append(begun.conversation.id, text);
  };
  try {
    for await (const part of deps.models.stream({ model, ...prompt, tools, passages, confidence, lang, signal })) {
      if (part.type === 'tool') {
        written.noted.push(part.input);
        // The model goes on: its second round is asked when the next part is.
        demandHeld(await meter.ask());
        continue;
      }
      if (part.type === 'finish') {
        written.finish = part;
        // A model may say that it does not know and nothing else.
        if (written.text === '' && part.outcome === 'unknown') say(kindSentence('unknown', lang));
        continue;
      }
      if (written.text === '') written.firstTokenMs = now() - startedMs;
      say(part.text);
      const outcome = meter.say(part.text);
      if (outcome !== 'held') demandHeld(await outcome);
    }
  } catch (error) {
    if (error instanceof NotHeld && error.outcome !== 'lost' && written.text !== '') written.isCut = true;
    else if (!signal.aborted) {
      if (!(error instanceof NotHeld)) meter.fail(written.text !== '' || written.noted.length > 0);
      throw error;
    }
  }
  written.modelMs = now() - startedMs;
  return written;
}

async function finish(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  written: Written,
  context: { prompt: Request['prompt']; startedMs: number; isStopped: boolean; meter: Meter },
) {
  const { begun, passages, question, retrieveMs } = prepared;
  const { settings } = begun;
  const { amountMicro, inputTokens, outputTokens } = await context.meter.end(written.text, written.finish);
  const isRequest = isRequestAlone(begun);
  const said = isRequest ? 'smalltalk' : (written.finish?.outcome ?? 'answered');
  const outcome = context.isStopped ? 'stopped' : said;
  const asksForPerson = context.isStopped ? null : whyAsk(begun, outcome === 'unknown');
  return finishReply(deps, scope, begun, {
    asksForPerson:
      asksForPerson && (await isAnybodyOnline(deps, scope, begun.conversation.agentId)) ? asksForPerson : null,
    state: context.isStopped ? 'stopped' : 'complete',
    text: written.text,
    citations: settings.knowledge.showSources ? citationsOf(written.text, passages) : [],
    isUnknown: outcome === 'unknown',
    offersPerson: isRequest && !context.isStopped,
    amountMicro,
    trace: {
      question,
      retrieved: passages,
      prompt: [{ role: 'system', content: context.prompt.system }, ...context.prompt.messages],
      model: `${settings.model.provider}/${settings.model.model}`,
      inputTokens,
      outputTokens,
      outcome,
      attempts: begun.attempt,
      stages: {
        waitMs: Math.max(0, Date.now() - begun.reply.createdAt.getTime() - (now() - context.startedMs)),
        retrieveMs,
        firstTokenMs: written.firstTokenMs,
        modelMs: written.modelMs,
        totalMs: now() - context.startedMs,
      },
    },
  });
}

const failedTrace = (
  { begun, passages, question, retrieveMs }: Prepared,
  startedMs: number,
): Omit<Trace, 'credits'> => ({
  question,
  retrieved: passages,
  prompt: [],
  model: `${begun.settings.model.provider}/${begun.settings.model.model}`,
  inputTokens: 0,
  outputTokens: 0,
  outcome: 'failed',
  attempts: begun.attempt,
  stages: { waitMs: 0, retrieveMs, firstTokenMs: 0, modelMs: 0, totalMs: now() - startedMs },
});
