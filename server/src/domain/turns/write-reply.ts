import type { Trace } from '@antiphon/contract/conversations';
import type { ConversationId } from '@antiphon/contract/ids';
import type { FairGate } from '../../db/fair-gate.ts';
import type { Scope } from '../../db/scope.ts';
import { citationsOf } from '../answers/answer.rules.ts';
import { modelName } from '../answers/model-chain.rules.ts';
import { captureNoted } from '../conversations/capture-contact.ts';
import { findWhetherThere } from '../schedules/people-hours.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import {
  answerParting,
  answerRefused,
  answerRequest,
  answerTaught,
  isForPerson,
  isForPersonAlone,
  isParting,
  passOn,
  topicOf,
} from './answer-at-once.ts';
import { sayFlow, takeFlow } from './answer-by-flow.ts';
import { answerByFunction } from './answer-by-function.ts';
import { type AskDeps, type Asking, askModel, REASON_CHARS_MAX, type ReplyLease, type Written } from './ask-model.ts';
import { type BegunReply, beginReply, type Refusal } from './begin-reply.ts';
import { failReply, finishReply } from './finish-reply.ts';
import { hasPressed, isRequestAlone, whyAsk } from './handoff-request.rules.ts';
import { type Meter, NotHeld, startMeter } from './meter-reply.ts';
import { makeRequest, type Prepared, prepareReply } from './prepare-reply.ts';
import { watchStop } from './stop-reply.ts';
import { tellModelFailed } from './tell-model-failed.ts';
import type { OwedReply } from './turns.queries.ts';
import { visitorTurns } from './turns.rules.ts';

/** Lets the workspaces begin their replies in turn. */
export type Beginnings = { beginnings: FairGate };

const now = () => performance.now();

/** `lost`: another worker took the conversation over. */
type Ends = { shutdown: AbortSignal; lost: AbortSignal };

/**
 * Writes the oldest reply that a conversation owes. Afterwards `under.lease` stands while another reply is owed or this one was
 * handed over, and is null where nothing is owed or another worker holds the conversation.
 */
export async function writeReply(
  deps: AskDeps & Beginnings,
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
    if (!(await refuse(deps, scope, begun, beginning.why, startedMs))) under.lease = null;
    return;
  }
  const stop = watchStop(deps, begun);
  try {
    const prepared = await inTurn(() => prepareReply(deps, scope, begun));
    const isOwed = await answer(deps, scope, prepared, { startedMs, under, ...ends, stop: stop.signal });
    if (!isOwed) under.lease = null;
  } finally {
    stop.end();
    // What another goes on with is told by that one.
    if (ends.lost.aborted) deps.live.endReply(id);
  }
}

/** Returns as `finishReply` does. */
function refuse(deps: AskDeps, scope: Scope, begun: BegunReply, why: Refusal, startedMs: number): Promise<boolean> {
  if (why === 'interrupted') return failReply(deps, scope, begun, why, null, begun.spentMicro);
  if (!isForPersonAlone(begun))
    return failReply(deps, scope, begun, why === 'paused' ? 'limit_reached' : why, null, null);
  if (why === 'no_credits') deps.onNoCredits?.();
  const question = visitorTurns(begun.history, begun.reply.id).asked.join('\n');
  const known = { begun, question, lang: begun.conversation.lang, retrieveMs: 0 };
  return answerRequest(deps, scope, known, startedMs, null);
}

type Circumstances = Ends & { startedMs: number; under: ReplyLease; stop: AbortSignal };

async function answer(
  deps: AskDeps,
  scope: Scope,
  prepared: Prepared,
  { startedMs, under, shutdown, lost, stop }: Circumstances,
): Promise<boolean> {
  const { conversation, settings, insteadOf } = prepared.begun;
  // A button of a flow leads on within it, also where its words ask for a person.
  if (!hasPressed(prepared.begun) && isRequestAlone(prepared.begun) && settings.handoff.isEnabled && !stop.aborted)
    return answerRequest(deps, scope, prepared, startedMs);
  // What the owner taught to say to the very same words goes first.
  const topic = prepared.taught ? null : topicOf(prepared.begun);
  if (topic && !stop.aborted) return answerRefused(deps, scope, prepared, topic, startedMs);
  const signal = AbortSignal.any([shutdown, lost, stop]);
  const flow = await takeFlow(deps, scope, prepared, { owner: under.owner, signal });
  if (shutdown.aborted || lost.aborted) return shutdown.aborted;
  const ask = flow?.ask() ?? null;
  if (flow && !ask) return sayFlow(deps, scope, prepared, startedMs);
  if (prepared.taught && !stop.aborted) return answerTaught(deps, scope, prepared, prepared.taught, startedMs);
  // Beside a question of the flow's own nothing else is begun.
  const acts = !ask || ask.kind === 'askModel';
  const acted = acts ? await answerByFunction(deps, scope, prepared, { startedMs, owner: under.owner, signal }) : null;
  if (acted !== null) return acted;
  if (shutdown.aborted || lost.aborted) return shutdown.aborted;
  if (!stop.aborted && isForPerson(prepared)) return passOn(deps, scope, prepared, startedMs);
  if (!stop.aborted && isParting(prepared)) return answerParting(deps, scope, prepared, startedMs);
  const request = makeRequest(prepared);
  const { prompt, tools, chain } = request;
  const asking: Asking = { by: settings.model, failed: [], insteadOf, spans: [], guarded: [] };
  const meter = startMeter(deps.database, scope, () => prepared.begun, { ...prompt, tools }, chain);
  const failWith = (code: 'model_failed' | 'no_credits' | 'limit_reached', failure: Trace['failure']) =>
    failReply(deps, scope, prepared.begun, code, failedTrace(prepared, asking, startedMs, failure), meter.spent());
  try {
    const written = await askModel(deps, scope, prepared, { ...request, signal, under, meter, asking });
    // Handed over or lost: the reply stays owed, and whoever takes the lease next begins it anew, or has.
    if (shutdown.aborted || lost.aborted) return shutdown.aborted;
    await captureNoted(deps, scope, conversation.id, written.noted, prepared.begun.lease);
    const isStopped = stop.aborted || written.isCut;
    const isOwed = await finish(deps, scope, prepared, written, { prompt, startedMs, isStopped, meter, asking });
    await tellModelFailed(deps, scope, conversation, asking, true);
    return isOwed;
  } catch (error) {
    if (shutdown.aborted || lost.aborted) return shutdown.aborted;
    if (error instanceof NotHeld && error.outcome === 'lost') return false;
    if (error instanceof NotHeld && isForPersonAlone(prepared.begun)) {
      if (error.outcome === 'no_credits') deps.onNoCredits?.();
      return await answerRequest(deps, scope, prepared, startedMs, meter.spent());
    }
    if (error instanceof NotHeld) {
      const code = error.outcome === 'no_credits' ? 'no_credits' : 'limit_reached';
      return await failWith(code, { reason: code, message: '' });
    }
    if (!(error instanceof VendorFailure)) throw error;
    deps.log.warn({ err: error, conversationId: conversation.id, kind: error.kind }, 'the model failed');
    const failure = { reason: error.kind, message: error.message.slice(0, REASON_CHARS_MAX) };
    const isOwed = await failWith('model_failed', failure);
    await tellModelFailed(deps, scope, conversation, asking, false);
    return isOwed;
  }
}

async function finish(
  deps: AskDeps,
  scope: Scope,
  prepared: Prepared,
  written: Written,
  context: {
    prompt: ReturnType<typeof makeRequest>['prompt'];
    startedMs: number;
    isStopped: boolean;
    meter: Meter;
    asking: Asking;
  },
) {
  const { begun, passages, question, retrieveMs } = prepared;
  const { settings } = begun;
  const { amountMicro, inputTokens, outputTokens } = await context.meter.end(written.heard, written.finish);
  // Where nobody is handed over to, asking for a person is still no question.
  const said = isRequestAlone(begun) ? 'smalltalk' : (written.finish?.outcome ?? 'answered');
  const outcome = context.isStopped ? 'stopped' : said;
  const isForPerson = written.broken === 'person' && settings.handoff.isEnabled;
  const why = isForPerson ? 'unknown' : whyAsk(begun, outcome === 'unknown');
  const reason = context.isStopped ? null : why;
  const people = reason && (await findWhetherThere(deps, scope, begun.conversation.agentId, settings.handoff));
  return finishReply(deps, scope, begun, {
    // What the agent does not know is no request of the visitor's: it stands in no inbox that nobody looks at.
    asksForPerson: reason && people && (people === 'there' || reason === 'words') ? { reason, people } : null,
    state: context.isStopped ? 'stopped' : 'complete',
    text: written.text,
    citations: settings.knowledge.showSources ? citationsOf(written.text, passages) : [],
    isUnknown: outcome === 'unknown',
    offersPerson: people !== 'there' && (reason === 'words' || isForPerson),
    amountMicro,
    trace: {
      question,
      retrieved: passages,
      prompt: [{ role: 'system', content: context.prompt.system }, ...context.prompt.messages],
      ...namesOf(context.asking),
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

function namesOf({
  by,
  failed,
  insteadOf,
  spans: called,
  guarded,
}: Asking): Pick<Trace, 'model' | 'failedModels' | 'insteadOf' | 'spans'> {
  const model = modelName(by);
  const spans = [...called, ...guarded];
  return {
    model,
    ...(failed.length > 0 ? { failedModels: failed } : {}),
    ...(spans.length > 0 ? { spans } : {}),
    ...(insteadOf[model] ? { insteadOf: insteadOf[model] } : {}),
  };
}

const failedTrace = (
  { begun, passages, question, retrieveMs }: Prepared,
  asking: Asking,
  startedMs: number,
  failure: Trace['failure'],
): Omit<Trace, 'credits'> => ({
  question,
  retrieved: passages,
  prompt: [],
  ...namesOf(asking),
  inputTokens: 0,
  outputTokens: 0,
  outcome: 'failed',
  failure,
  attempts: begun.attempt,
  stages: { waitMs: 0, retrieveMs, firstTokenMs: 0, modelMs: 0, totalMs: now() - startedMs },
});
