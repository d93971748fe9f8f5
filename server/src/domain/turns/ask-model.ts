import type { FailedModel, Span } from '@antiphon/contract/conversations';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { AnswerPart } from '../answers/answers.ports.ts';
import type { ModelBreaker } from '../answers/model-breaker.ts';
import { type Candidate, isBuiltin, modelKey, modelName } from '../answers/model-chain.rules.ts';
import { openAnswerModel } from '../credentials/open-answer-model.ts';
import type { ModelCalls } from '../function-calls/model-calls.ts';
import { guardReply } from '../guardrails/guard-reply.ts';
import { guardSpans } from '../guardrails/guard-spans.rules.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { beginSaying } from './answer-by-flow.ts';
import { beginReply } from './begin-reply.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import { makeCalls } from './make-calls.ts';
import type { Meter } from './meter-reply.ts';
import { demandHeld, NotHeld } from './meter-reply.ts';
import type { makeRequest, Prepared, ReplyDeps } from './prepare-reply.ts';
import type { InsteadOf } from './soft-landing.rules.ts';

/** What a model said. */
export type Written = {
  /** As it may be said. */
  text: string;
  /** As it came. */
  heard: string;
  /** It was about to say what it must not: `retry` asks it once more, `person` ends there. */
  broken: 'retry' | 'person' | null;
  finish: Extract<AnswerPart, { type: 'finish' }> | null;
  /** What the model noted of the visitor, as it came. */
  noted: Record<string, unknown>[];
  /** What it called, as it stands. */
  called: ModelCalls['calls'];
  /** The credits ended in its middle. */
  isCut: boolean;
  firstTokenMs: number;
  modelMs: number;
};

/** Who answers, and the lease that it has of the conversation: a new one with each attempt, null when it was given back or lost. */
export type ReplyLease = { readonly owner: string; lease: Lease | null };

/** Who is asked just now, who was asked before it in vain, and for whom they answer where credits are nearly used up; what was called. */
export type Asking = {
  by: Candidate;
  failed: FailedModel[];
  insteadOf: InsteadOf;
  spans: Span[];
  /** What guardrails kept back. */
  guarded: Span[];
};

export type AskDeps = ReplyDeps & { breaker: ModelBreaker };

/** `signal` ends it, whatever the reason. */
type Request = ReturnType<typeof makeRequest> & {
  signal: AbortSignal;
  under: ReplyLease;
  meter: Meter;
  asking: Asking;
};

/** Where another can be asked, a model has this long for its first word, */
const FIRST_WORD_MS = 8_000;
/** and all of them together this long: then the last one answers, which is the built-in model. */
const FIRST_WORDS_MS = 9_000;
/** With less left a model is not asked. */
const FIRST_WORD_MIN_MS = 500;

/**
 * Streams a model's words to whoever looks, and holds what they cost ahead of them. Where a model fails before its first word,
 * the next of the chain is asked; the last one, and one that failed after its first word, is tried once more where that may
 * help, as a new attempt. Throws `NotHeld` or `VendorFailure`.
 */
export async function askModel(deps: AskDeps, scope: Scope, prepared: Prepared, request: Request): Promise<Written> {
  const { chain, asking, meter, signal } = request;
  const endMs = performance.now() + FIRST_WORDS_MS;
  for (const [at, candidate] of chain.entries()) {
    const isLast = at === chain.length - 1;
    const key = `${scope.workspaceUid} ${modelKey(candidate)}`;
    const leftMs = Math.min(FIRST_WORD_MS, endMs - performance.now());
    const model = modelName(candidate);
    if (!isLast && (deps.breaker.isOpen(key) || leftMs < FIRST_WORD_MIN_MS)) {
      asking.failed.push({ model, reason: 'passed_over', message: '' });
      continue;
    }
    asking.by = candidate;
    meter.turnTo(at);
    const written = nothingYet();
    try {
      await write(deps, scope, prepared, request, written, isLast ? undefined : leftMs);
      return written.broken === 'retry' ? await retry(deps, scope, prepared, request) : written;
    } catch (error) {
      if (!(error instanceof VendorFailure) || signal.aborted) throw error;
      // What was asked was wrong, not who was asked.
      if (error.kind !== 'invalid') deps.breaker.fail(key);
      if (isLast || hasBegun(written)) return askAgain(deps, scope, prepared, request, error);
      deps.log.warn(
        { err: error, conversationId: prepared.begun.conversation.id, model },
        'the model failed; asking the next',
      );
      asking.failed.push({ model, reason: error.kind, message: error.message.slice(0, REASON_CHARS_MAX) });
    }
  }
  throw new Error('An agent has a model.');
}

/** A provider may say much. */
export const REASON_CHARS_MAX = 500;

async function askAgain(
  deps: AskDeps,
  scope: Scope,
  prepared: Prepared,
  request: Request,
  error: VendorFailure,
): Promise<Written> {
  if (!error.canRetry) throw error;
  const { conversation } = prepared.begun;
  deps.log.warn({ err: error, conversationId: conversation.id }, 'the model failed; trying once more');
  await waitFor(Math.min(error.retryAfterMs ?? 500, 5_000), request.signal);
  if ((await beginAgain(deps, scope, prepared, request)) !== 'begun') throw error;
  const written = nothingYet();
  await write(deps, scope, prepared, request, written);
  return written;
}

/** The model said what it must not: once more, as a new attempt. What it must not say then is replaced. */
async function retry(deps: AskDeps, scope: Scope, prepared: Prepared, request: Request): Promise<Written> {
  request.meter.fail(true);
  const beginning = await beginAgain(deps, scope, prepared, request);
  if (beginning !== 'begun') throw new NotHeld(beginning);
  const written = nothingYet();
  await write(deps, scope, prepared, request, written);
  return written;
}

/** Whoever looks sees the words before go. Else why there is no other attempt. */
async function beginAgain(
  deps: AskDeps,
  scope: Scope,
  prepared: Prepared,
  { under }: Request,
): Promise<'begun' | 'lost' | 'no_credits' | 'spend_limit'> {
  const { id } = prepared.begun.conversation;
  const again = await beginReply(deps, scope, id, under.owner);
  if (again.kind === 'nothing') return 'lost';
  const { flow } = prepared.begun;
  prepared.begun = { ...again.begun, flow };
  flow?.again();
  under.lease = again.begun.lease;
  if (again.kind === 'refused') return again.why === 'limit_reached' ? 'spend_limit' : 'no_credits';
  deps.live.startReply(id, again.begun.reply.id, again.begun.startedSeq);
  deps.live.tell(id, again.events);
  beginSaying(deps, prepared);
  return 'begun';
}

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });

const nothingYet = (): Written => ({
  text: '',
  heard: '',
  broken: null,
  finish: null,
  noted: [],
  called: [],
  isCut: false,
  firstTokenMs: 0,
  modelMs: 0,
});
const hasBegun = ({ heard, noted, called }: Written) => heard !== '' || noted.length > 0 || called.length > 0;

/** Fills `written` as it comes, so that whoever hears of a failure knows what came before it. */
async function write(
  deps: AskDeps,
  scope: Scope,
  prepared: Prepared,
  { asking, prompt, tools, signal, meter, under }: Request,
  written: Written,
  firstTokenMs?: number,
): Promise<void> {
  const startedMs = performance.now();
  if (signal.aborted) return;
  const model = await openAnswerModel(deps, scope, asking.by);
  demandHeld(await meter.ask());
  const { passages, confidence, lang, turns, begun } = prepared;
  const say = (text: string) => {
    if (text === '') return;
    written.text += text;
    deps.live.append(begun.conversation.id, text);
  };
  const guard = startReplyGuard(deps, scope, prepared, asking, written);
  const offered = isBuiltin(asking.by) ? [] : tools;
  const calls = makeCalls(deps, scope, prepared, { asking, signal, meter, owner: under.owner, written });
  try {
    for await (const part of deps.models.stream({
      model,
      ...prompt,
      tools: offered,
      ...(calls && offered.length > 0 ? { answerCalls: calls.answer } : {}),
      passages,
      confidence,
      lang,
      turns,
      signal,
      ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    })) {
      if (part.type === 'tool') {
        written.noted.push(part.input);
        // The model goes on: its second round is asked when the next part is.
        demandHeld(await meter.ask());
        continue;
      }
      if (part.type === 'finish') {
        written.finish = part;
        say(guard.end());
        written.broken = guard.broken();
        // A model may say that it does not know and nothing else.
        if (written.text === '' && part.outcome === 'unknown') say(kindSentence('unknown', lang));
        continue;
      }
      if (written.heard === '') written.firstTokenMs = performance.now() - startedMs;
      written.heard += part.text;
      const said = guard.push(part.text);
      say(typeof said === 'string' ? said : await said);
      written.broken = guard.broken();
      if (written.broken) break;
      const outcome = meter.say(part.text);
      if (outcome !== 'held') demandHeld(await outcome);
    }
    // Never silence: of what was nothing but a picture no word is left.
    if (written.heard.trim() !== '' && written.text.trim() === '' && written.finish) say(guard.instead);
    if (!signal.aborted && !written.broken) calls?.sayProposals(say);
  } catch (caught) {
    const error = calls?.refused() ?? caught;
    if (error instanceof NotHeld && error.outcome !== 'lost' && written.heard !== '') {
      say(guard.end());
      written.isCut = true;
    } else if (!signal.aborted) {
      if (!(error instanceof NotHeld)) meter.fail(hasBegun(written));
      throw error;
    }
  }
  written.modelMs = performance.now() - startedMs;
  asking.guarded.push(
    ...guardSpans(guard.done, written.broken === 'retry' ? 'retried' : (written.broken ?? undefined)),
  );
}

/** Once a reply is begun this often there is no time for another try. */
const RETRY_ATTEMPTS_MAX = 2;

function startReplyGuard(deps: AskDeps, scope: Scope, { begun, lang }: Prepared, asking: Asking, written: Written) {
  const { settings, conversation, history, attempt } = begun;
  const isLanguageModel = !isBuiltin(asking.by);
  const mayRetry = isLanguageModel && attempt <= RETRY_ATTEMPTS_MAX && asking.guarded.length === 0;
  const instead = settings.guardrails.instead || kindSentence('leftOut', lang);
  const guard = guardReply(deps, scope, {
    agentId: conversation.agentId,
    settings,
    isLanguageModel,
    said: history.flatMap(({ role, text }) => (role === 'visitor' ? [] : [text])),
    outputs: () => written.called.flatMap((called) => (called.outputs ? Object.values(called.outputs) : [])),
    instead,
  });
  const { whenBroken } = settings.guardrails;
  const then = whenBroken === 'replace' || (whenBroken === 'retry' && !mayRetry) ? null : whenBroken;
  const { done, push, end, isBroken } = guard;
  return { done, push, end, instead, broken: () => (isBroken() ? then : null) };
}
