import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import type { AnswerModelRef, AnswerModels, AnswerPart, AnswerRequest } from '../../domain/answers/answers.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { NOTED, toolOptions, toolTurn, toToolCall, toToolPart } from './answer-tools.ts';
import { countTokens } from './count-tokens.ts';
import type { ModelHosts } from './model-access.ts';
import { type ModelLimits, modelLimits } from './model-limits.ts';
import { makeModelPicker, type Picked } from './pick-model.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { makeMarkerStripper } from './strip-marker.ts';
import { toVendorFailure } from './to-vendor-failure.ts';

type Outcome = Extract<AnswerPart, { type: 'finish' }>['outcome'];

/**
 * Every model behind one stream. It tries once: whether to try again is the use case's choice. A stream that ends without
 * the provider's word that it is whole, or without any text, is a failure and never a short answer. When `signal` aborts,
 * the request to the provider ends at once and the stream ends without a finish.
 */
export function makeAnswerModels(hosts: ModelHosts, limits: ModelLimits = modelLimits): AnswerModels {
  const picker = makeModelPicker(hosts);
  return {
    stream: (request) =>
      request.tools?.length
        ? streamWithTools(picker.language, limits, request)
        : streamAnswer(picker.language, limits, request),
  };
}

/**
 * A host that knows no tools refuses the request. It is asked without them where they are notes, for an answer matters more; where
 * they do something, an answer without them would be one of another agent.
 */
async function* streamWithTools(
  pick: PickModel,
  limits: ModelLimits,
  request: AnswerRequest,
): AsyncGenerator<AnswerPart> {
  let hasBegun = false;
  try {
    for await (const part of streamAnswer(pick, limits, request)) {
      hasBegun = true;
      yield part;
    }
  } catch (error) {
    const isNote = !request.answerCalls && error instanceof VendorFailure && error.kind === 'invalid';
    if (hasBegun || !isNote) throw error;
    yield* streamAnswer(pick, limits, { ...request, tools: [] });
  }
}

type PickModel = (address: AnswerModelRef) => Picked<LanguageModelV4>;

async function* streamAnswer(pick: PickModel, limits: ModelLimits, request: AnswerRequest): AsyncGenerator<AnswerPart> {
  if (request.signal.aborted) return;
  const firstTokenMs = Math.min(limits.firstTokenMs, request.firstTokenMs ?? limits.firstTokenMs);
  const stopwatch = startStopwatch({ ...limits, firstTokenMs }, request.signal);
  const marker = makeMarkerStripper();
  let text = '';
  let isOver = false;
  let spent = { inputTokens: 0, outputTokens: 0, areTokensEstimated: false };
  const roundsMax = request.answerCalls ? ROUNDS_OF_CALLS_MAX : ROUNDS_MAX;
  /** What was called and answered before: a model that called a tool is asked to go on. */
  let earlier: LanguageModelV4Message[] = [];
  try {
    for (let round = 1; round <= roundsMax; round++) {
      const calls: LanguageModelV4ToolCall[] = [];
      let isToGoOn = false;
      const before = text.length;
      for await (const part of callModel(pick, request, stopwatch, earlier, round === roundsMax)) {
        if (part.type === 'text-delta') {
          text += part.delta;
          const shown = marker.push(part.delta);
          if (shown !== '') yield { type: 'text', text: shown };
        } else if (part.type === 'tool-call') {
          calls.push(part);
          const noted = request.answerCalls ? null : toToolPart(request, part);
          if (noted) yield noted;
        } else if (part.type === 'finish') {
          const said = text.slice(before);
          spent = addTokens(spent, countTokens(part.usage, request, said));
          const hasCalled = said.trim() === '' || part.finishReason.unified === 'tool-calls';
          isToGoOn = round < roundsMax && calls.length > 0 && hasCalled;
          if (isToGoOn) break;
          demandWhole(part.finishReason, text);
          isOver = true;
          const rest = marker.end();
          if (rest !== '') yield { type: 'text', text: rest };
          const outcome = marker.isUnknown ? 'unknown' : outcomeOf(part.providerMetadata?.builtin?.outcome);
          yield { type: 'finish', outcome, ...spent };
          return;
        }
      }
      if (!isToGoOn) break;
      const said = text.slice(before);
      earlier = [...earlier, ...toolTurn(said, calls, await resultsOf(request, calls, stopwatch))];
      if (said.trim() !== '') yield { type: 'text', text: '\n\n' };
    }
    throw new VendorFailure('unreachable', 'The model ended its answer in the middle.');
  } catch (error) {
    if (request.signal.aborted) return;
    throw stopwatch.expired ?? toVendorFailure(error, request.model.secret);
  } finally {
    stopwatch.stop(isOver);
  }
}

const ROUNDS_MAX = 2;
/** Where calls have outcomes, of which the next one may be made. */
const ROUNDS_OF_CALLS_MAX = 4;

/** What the model waits for meanwhile is not its own silence. */
async function resultsOf({ answerCalls }: AnswerRequest, calls: readonly LanguageModelV4ToolCall[], clock: Stopwatch) {
  if (!answerCalls) return calls.map(() => NOTED);
  clock.pause();
  const results = await Promise.race([answerCalls(calls.map(toToolCall)), clock.aborted]);
  clock.awaitNext();
  return results;
}

type Tokens = ReturnType<typeof countTokens>;
const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  areTokensEstimated: one.areTokensEstimated || other.areTokensEstimated,
});

/**
 * The provider's own stream, read without the SDK's `streamText` around it: for a text without tools that only copies each
 * token through five more streams, measured at four times the processor time (1 against 4 ms for 40 tokens).
 */
async function* callModel(
  pick: PickModel,
  request: AnswerRequest,
  stopwatch: Stopwatch,
  earlier: readonly LanguageModelV4Message[],
  isLast: boolean,
) {
  const { model, headers } = pick(request.model);
  const options = { ...callOptions(request, stopwatch.signal, earlier, isLast), headers };
  const { stream } = await Promise.race([model.doStream(options), stopwatch.aborted]);
  const reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> = stream.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  stopwatch.signal.addEventListener('abort', leave, { once: true });
  let isFinished = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const part = next.value;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') isFinished = true;
      const isProgress = PROGRESS.has(part.type);
      if (isProgress) stopwatch.pause();
      yield part;
      if (isProgress) stopwatch.awaitNext();
    }
  } finally {
    if (isFinished) void readToEnd(reader);
    else leave();
  }
}

/** What follows a finish is the end of the body; only when it was read can the connection serve the next call. */
async function readToEnd(reader: ReadableStreamDefaultReader<unknown>) {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), END_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer was whole before; what broke after it is nobody's loss.
  } finally {
    clearTimeout(timer);
  }
}

const END_MS = 1_000;
const PROGRESS: ReadonlySet<string> = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta']);

function callOptions(
  request: AnswerRequest,
  abortSignal: AbortSignal,
  earlier: readonly LanguageModelV4Message[],
  isLast: boolean,
): LanguageModelV4CallOptions {
  const { model, system, messages, passages, confidence, lang, turns = [] } = request;
  const said = messages.map(
    ({ role, content }): LanguageModelV4Message => ({ role, content: [{ type: 'text', text: content }] }),
  );
  return {
    prompt: [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...said, ...earlier],
    ...toolOptions(request, isLast),
    temperature: model.temperature,
    maxOutputTokens: model.maxOutputTokens,
    abortSignal,
    // What the built-in model needs beside the messages; nothing of it reaches a provider.
    ...(model.provider === 'builtin'
      ? {
          providerOptions: {
            builtin: { passages: passages.map((passage) => ({ ...passage })), confidence, lang, turns: [...turns] },
          },
        }
      : {}),
  };
}

const outcomeOf = (told: unknown): Outcome => (told === 'unknown' || told === 'smalltalk' ? told : 'answered');

/** `other` with the provider's own word for it is an end too; without one the provider's stream just stopped. */
function demandWhole({ unified, raw }: LanguageModelV4FinishReason, text: string) {
  const isWhole = unified === 'other' ? raw !== undefined : WHOLE.has(unified);
  if (!isWhole) throw new VendorFailure('unreachable', 'The model ended its answer in the middle.');
  if (text.trim() !== '') return;
  if (unified === 'length')
    throw new VendorFailure('invalid', 'The model used up its tokens before the first word. Allow it more.');
  if (unified === 'content-filter') throw new VendorFailure('invalid', 'The provider filtered the answer.');
  throw new VendorFailure('unreachable', 'The model answered with nothing.');
}

const WHOLE: ReadonlySet<string> = new Set(['stop', 'length', 'content-filter', 'tool-calls']);
