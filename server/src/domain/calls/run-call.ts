import type { CallMode } from '@antiphon/contract/calls';
import type { SpokenTurn } from '@antiphon/contract/conversations';
import { Failure } from '@antiphon/contract/errors';
import { type ConversationId, type MessageId, newMessageId } from '@antiphon/contract/ids';

import type { Logger } from 'pino';
import type { Scope } from '../../db/scope.ts';
import { stopCalling } from '../call-consent/stop-calling.ts';
import { noteSpoken } from '../conversations/tell-in-conversation.ts';
import { endWait } from '../handoffs/give-back.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { isBackchannel } from '../speech/backchannel.rules.ts';
import { asWritten } from '../speech/said.rules.ts';
import { speakable } from '../speech/speakable.rules.ts';
import { followConversation } from '../streams/follow-conversation.ts';
import { makeSilentPieces } from '../talks/silent-pieces.ts';
import { type CallEffect, type CallEvent, type CallTerms, newTalk, stepTalk } from '../talks/talk.rules.ts';
import { talkWordsIn } from '../talks/talk-words.rules.ts';
import type { CallLeg, LegEvent, OpenLeg, Piece } from '../talks/talks.ports.ts';
import { makeTeller } from '../talks/tell-talk.ts';
import { trimReply } from '../talks/trim-reply.ts';
import { makeTurnClock } from '../talks/turn-clock.ts';
import type { ReplyDeps } from '../turns/prepare-reply.ts';
import type { ReplyRunner } from '../turns/run-replies.ts';
import { sendMessage } from '../turns/send-message.ts';
import { stopReply } from '../turns/stop-reply.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { type BegunTalk, findSpoken } from './begin-talk.ts';
import { giveBackCall } from './calls.queries.ts';
import type { ConnectedCall } from './connect-call.ts';
import { endCall } from './end-call.ts';
import { keepCall } from './keep-call.ts';
import { partCall } from './part-call.ts';
import { recordCall } from './record-call.ts';
import { GRACE_MS } from './sweep-calls.ts';

const TICK_MS = 100;
const KEEP_MS = 5_000;
/** A reply that was asked to stop ends within a second. */
const TRIM_EVERY_MS = 50;
const TRIM_TRIES = 60;

export type RunCallDeps = Pick<ReplyDeps, 'database' | 'live'> & {
  replies: ReplyRunner;
  signals: Signals;
  log: Logger;
  fileStore: FileStore;
  secretKey: string;
};

export type RunningCall = { ended: Promise<void>; leave(): void };

/**
 * Holds a call until it ends, its caller is gone, or another process has it: what its caller says becomes messages, and what is
 * answered is spoken. Steps that wait for the database are taken one after the other, so that nothing is sent before what was not
 * heard is cut off.
 */
export function runCall(
  deps: RunCallDeps,
  connected: ConnectedCall,
  begun: BegunTalk,
  openLeg: OpenLeg,
  mode: CallMode = connected.call.mode,
): RunningCall {
  const { scope, call, charged, lease } = connected;
  const { conversationId, id } = call;
  const terms = termsOf(connected, begun.lang);
  const own = new Set<MessageId>();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let talk = { ...newTalk(Date.now()), handoff: begun.handoff };
  let steps = Promise.resolve();
  let isOver = false;
  let leg: CallLeg | null = null;
  const clock = makeTurnClock(mode, (messageId, spoken) =>
    inOrder(() => noteTurn(deps, scope, { conversationId, messageId, spoken })),
  );
  const failed = (what: string) => (error: unknown) => deps.log.error({ err: error, callId: id }, what);
  const silent = makeSilentPieces((piece) => take({ kind: 'played', piece, share: 1 }));

  const inOrder = (step: () => Promise<void>) => {
    steps = steps.then(step).catch(failed('a step of a call failed; it goes on'));
  };
  const cease = () => {
    isOver = true;
    clearInterval(ticking);
    clearInterval(keeping);
    unfollow();
    void steps.then(resolve);
  };
  const take = (event: CallEvent) => {
    if (isOver || !leg) return;
    const step = stepTalk(talk, event, Date.now(), { ...terms, canPause: leg.canPause });
    talk = step.talk;
    for (const effect of step.effects) act(effect, leg);
  };
  const act = (effect: CallEffect, on: CallLeg) => {
    if (effect.do === 'stop') silent.stop();
    if (effect.do === 'say') say(effect.piece, on);
    else if (effect.do === 'tell') on.tellState(effect.state);
    else if (effect.do === 'stopReply') inOrder(() => stopReply(deps, scope, conversationId));
    else if (effect.do === 'trim') inOrder(() => trim(deps, connected, effect));
    else if (effect.do === 'send') inOrder(() => send(effect.text));
    else if (effect.do === 'endWait') inOrder(() => endWait(deps, scope, conversationId));
    else if (effect.do !== 'hangUp') on[effect.do]();
    else {
      const { reason } = effect;
      on.hangUp(reason);
      if (reason === 'transferred') inOrder(() => partCall(deps, scope, { id, lease }));
      else inOrder(async () => void (await endCall(deps, scope, { id, reason, lease })));
      cease();
    }
  };
  const say = (piece: Piece, on: CallLeg) => {
    const text = speakable(piece.text, begun.lang);
    if (text === '') return silent.silent(piece.id);
    silent.spoken(piece.id);
    recorded.said(piece);
    clock.say(piece, Date.now());
    on.say({ ...piece, text });
  };
  const send = async (text: string) => {
    if (await stopCalling(deps, scope, call, text)) return take({ kind: 'optedOut' });
    const messageId = newMessageId();
    own.add(messageId);
    try {
      const said = { conversationId, id: messageId, text: asWritten(text, begun.lang), fileIds: [] };
      const sent = await sendMessage(deps, scope, said);
      if (sent.handoff === 'bot') deps.replies.kick(scope, conversationId, sent.owed);
      if (sent.isInInbox) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error({ err: error, callId: id }, 'what a caller said was not stored');
      take({ kind: 'notSent' });
    }
  };
  const leave = () => {
    if (isOver) return;
    leg?.leave();
    inOrder(() => deps.database.transaction(scope, (tx) => giveBackCall(tx, scope, id, lease, GRACE_MS)));
    cease();
  };
  const keep = async () => {
    const kept = await keepCall(deps, scope, charged, lease);
    if (kept === 'unpaid') take({ kind: 'unpaid' });
    else if (kept === 'lost') leave();
  };
  const hear = (event: LegEvent) => {
    if (event.kind === 'lost') return leave();
    clock.hear(event, Date.now());
    if (event.kind === 'sounding' || event.kind === 'roundTrip') return;
    if (event.kind === 'played') {
      take(event);
      return silent.played(event.piece, event.share);
    }
    if (event.kind !== 'resume') return take(event);
    inOrder(async () => {
      const text = await findSpoken(deps, scope, conversationId, event.messageId);
      if (text !== null) take({ kind: 'goOn', messageId: event.messageId, text, isDone: true, from: event.to });
    });
  };

  const recorded = recordCall(deps, connected, begun, () => leg?.recorder ?? null);
  const tell = makeTeller(id, (messageId) => own.has(messageId));
  const ticking = setInterval(() => take({ kind: 'tick' }), TICK_MS);
  const keeping = setInterval(() => {
    keep().catch(failed('a call could not be kept; it is tried again'));
  }, KEEP_MS);
  const unfollow = followConversation(
    deps,
    scope,
    { id: conversationId, seq: begun.seq },
    (event) => {
      for (const news of tell(event)) {
        clock.learn(news, Date.now());
        take(news);
      }
    },
    failed('a conversation could not be read; the next word asks again'),
  );
  leg = openLeg(recorded.before(hear));
  take({ kind: 'connected', opening: begun.opening, isUnanswered: connected.isUnanswered });
  if (connected.isUnpaid) take({ kind: 'unpaid' });
  return { ended, leave };
}

/** A reply that was asked to stop is waited for. */
async function trim(
  deps: RunCallDeps,
  { scope, call: { id, conversationId } }: ConnectedCall,
  { messageId, heard }: { messageId: MessageId; heard: string },
) {
  for (let tries = 0; tries < TRIM_TRIES; tries++) {
    if ((await trimReply(deps, scope, { conversationId, messageId, heard })) !== 'open') return;
    await new Promise((done) => setTimeout(done, TRIM_EVERY_MS));
  }
  deps.log.warn({ callId: id, messageId }, 'a reply that was to stop goes on; all of it stays');
}

const noteTurn = (
  { database }: RunCallDeps,
  scope: Scope,
  said: { conversationId: ConversationId; messageId: MessageId; spoken: SpokenTurn },
) => database.transaction(scope, (tx) => noteSpoken(tx, scope, said));

const termsOf = ({ settings, putsThrough }: ConnectedCall, lang: string): Omit<CallTerms, 'canPause'> => ({
  words: talkWordsIn(lang),
  maxMs: settings.voice.maxMinutes * 60_000,
  putsThrough,
  isBackchannel: (text) => isBackchannel(text, lang),
});
