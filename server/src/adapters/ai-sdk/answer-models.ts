import { type FinishReason, streamText } from 'ai';
import type { AnswerModels, AnswerPart, AnswerRequest } from '../../domain/conversations/conversations.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { countTokens } from './count-tokens.ts';
import { type ModelLimits, modelLimits } from './model-limits.ts';
import { type ModelHosts, pickLanguageModel } from './pick-model.ts';
import { startStopwatch } from './stopwatch.ts';
import { makeMarkerStripper } from './strip-marker.ts';
import { toVendorFailure } from './to-vendor-failure.ts';

// The SDK would print its advice (a model that ignores temperature, say) to the log of a server that cannot act on it.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Every model behind one stream. It tries once: whether to try again is the use case's choice. A stream that ends without
 * the provider's word that it is whole, or without any text, is a failure and never a short answer. When `signal` aborts,
 * the request to the provider ends at once and the stream ends without a finish.
 */
export function makeAnswerModels(hosts: ModelHosts, limits: ModelLimits = modelLimits): AnswerModels {
  return { stream: (request) => streamAnswer(hosts, limits, request) };
}

async function* streamAnswer(
  hosts: ModelHosts,
  limits: ModelLimits,
  request: AnswerRequest,
): AsyncGenerator<AnswerPart> {
  const { model: ref } = request;
  const model = pickLanguageModel(hosts, ref);
  const stopwatch = startStopwatch(limits, request.signal);
  const marker = makeMarkerStripper();
  let text = '';
  try {
    const result = streamText({
      model,
      instructions: request.system,
      messages: request.messages,
      temperature: ref.temperature,
      maxOutputTokens: ref.maxOutputTokens,
      maxRetries: 0,
      abortSignal: stopwatch.signal,
      onError: () => {},
      ...(ref.provider === 'builtin' ? { providerOptions: { builtin: builtinOptions(request) } } : {}),
    });
    let outcome: 'answered' | 'unknown' | 'smalltalk' = 'answered';
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') {
        text += part.text;
        const shown = marker.push(part.text);
        stopwatch.pause();
        if (shown !== '') yield { type: 'text', text: shown };
        stopwatch.awaitNext();
      } else if (part.type === 'reasoning-delta') {
        stopwatch.pause();
        stopwatch.awaitNext();
      } else if (part.type === 'error') {
        throw part.error;
      } else if (part.type === 'abort') {
        break;
      } else if (part.type === 'finish-step') {
        const told = part.providerMetadata?.builtin?.outcome;
        if (told === 'unknown' || told === 'smalltalk') outcome = told;
      } else if (part.type === 'finish') {
        demandWhole(part.finishReason, part.rawFinishReason, text);
        const rest = marker.end();
        if (rest !== '') yield { type: 'text', text: rest };
        if (marker.isUnknown) outcome = 'unknown';
        yield { type: 'finish', outcome, ...countTokens(part.totalUsage, request, text) };
        return;
      }
    }
    throw new VendorFailure('unreachable', 'The model ended its answer in the middle.');
  } catch (error) {
    if (request.signal.aborted) return;
    throw stopwatch.expired ?? toVendorFailure(error, ref.secret);
  } finally {
    stopwatch.stop();
  }
}

/** What the built-in model needs beside the messages, in the shape that provider options travel in: plain JSON. */
const builtinOptions = ({ passages, confidence, lang }: AnswerRequest) => ({
  passages: passages.map((passage) => ({ ...passage })),
  confidence,
  lang,
});

/** `other` with the provider's own word for it is an end too; without one the SDK only saw the stream stop. */
function demandWhole(finishReason: FinishReason, rawFinishReason: string | undefined, text: string) {
  const isWhole = finishReason === 'other' ? rawFinishReason !== undefined : WHOLE.has(finishReason);
  if (!isWhole) throw new VendorFailure('unreachable', 'The model ended its answer in the middle.');
  if (text.trim() !== '') return;
  if (finishReason === 'length')
    throw new VendorFailure('invalid', 'The model used up its tokens before the first word. Allow it more.');
  if (finishReason === 'content-filter') throw new VendorFailure('invalid', 'The provider filtered the answer.');
  throw new VendorFailure('unreachable', 'The model answered with nothing.');
}

const WHOLE: ReadonlySet<FinishReason> = new Set<FinishReason>(['stop', 'length', 'content-filter', 'tool-calls']);
