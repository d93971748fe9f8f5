import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { AnswerPart } from '../answers/answers.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { beginReply } from './begin-reply.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import type { Meter } from './meter-reply.ts';
import type { makeRequest, Prepared, ReplyDeps } from './prepare-reply.ts';
import type { MeterOutcome } from './turns.queries.ts';

/** What a model said. */
export type Written = {
  text: string;
  finish: Extract<AnswerPart, { type: 'finish' }> | null;
  /** What the model noted of the visitor, as it came. */
  noted: Record<string, unknown>[];
  /** The credits ended in its middle. */
  isCut: boolean;
  firstTokenMs: number;
  modelMs: number;
};

/** Who answers, and the lease that it has of the conversation: a new one with each attempt, null when it was given back or lost. */
export type ReplyLease = { readonly owner: string; lease: Lease | null };

/** `signal` ends it, whatever the reason. */
type Request = Awaited<ReturnType<typeof makeRequest>> & { signal: AbortSignal; under: ReplyLease; meter: Meter };

/**
 * Streams the model's words to whoever looks, and holds what they cost ahead of them. A failure that may pass is tried once more, as
 * a new attempt. Throws `NotHeld` or `VendorFailure`.
 */
export async function askModel(deps: ReplyDeps, scope: Scope, prepared: Prepared, request: Request): Promise<Written> {
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
export class NotHeld extends Error {
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
  const startedMs = performance.now();
  const written: Written = { text: '', finish: null, noted: [], isCut: false, firstTokenMs: 0, modelMs: 0 };
  if (signal.aborted) return written;
  demandHeld(await meter.ask());
  const { passages, confidence, lang, turns, begun } = prepared;
  const say = (text: string) => {
    written.text += text;
    deps.live.append(begun.conversation.id, text);
  };
  try {
    for await (const part of deps.models.stream({
      model,
      ...prompt,
      tools,
      passages,
      confidence,
      lang,
      turns,
      signal,
    })) {
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
      if (written.text === '') written.firstTokenMs = performance.now() - startedMs;
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
  written.modelMs = performance.now() - startedMs;
  return written;
}
