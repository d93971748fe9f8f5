import type { CallEndReason } from '@antiphon/contract/call-ends';
import type { HandoffState } from '@antiphon/contract/events';
import type { MessageId } from '@antiphon/contract/ids';
import { emergencyAnswer } from './emergency.rules.ts';
import type { TalkWords } from './talk-words.rules.ts';
import type { LegEvent, Piece } from './talks.ports.ts';
import { cutOff, isSpoken, newUtterance, pieceOf, played, speakOn, type Utterance } from './utterances.rules.ts';

/**
 * What the talk is told of the conversation beside what its caller says. `text` is all of a message by now; `isUnanswered`: somebody was rung
 * up for them, and did not answer.
 */
export type ConversationNews =
  | { kind: 'connected'; opening: string[]; isUnanswered?: boolean }
  | { kind: 'reply'; messageId: MessageId; text: string; isDone: boolean }
  | { kind: 'person'; messageId: MessageId; text: string }
  | { kind: 'goOn'; messageId: MessageId; text: string; isDone: boolean; from: number }
  | { kind: 'owed'; messageId: MessageId }
  | { kind: 'typed' }
  | { kind: 'notSent' }
  | { kind: 'handoff'; state: HandoffState }
  /** A person was asked for and none is there; somebody who looks on has the caller put through. */
  | { kind: 'personAway' | 'transfer' }
  | { kind: 'unpaid' }
  | { kind: 'optedOut' }
  | { kind: 'over'; reason: CallEndReason }
  | { kind: 'tick' };

export type CallEvent = LegEvent | ConversationNews;

/** What the talk wants done, in this order. `trim`: of a message so much was heard; `stopReply` comes before it where it is still written. */
export type CallEffect =
  | { do: 'say'; piece: Piece }
  | { do: 'pause' | 'resume' | 'stop' | 'stopReply' | 'endWait' }
  | { do: 'trim'; messageId: MessageId; heard: string }
  | { do: 'send'; text: string }
  | { do: 'tell'; state: 'listening' | 'thinking' | 'speaking' }
  | { do: 'hangUp'; reason: CallEndReason };

export type Talk = {
  phase: 'idle' | 'listening' | 'thinking' | 'speaking' | 'interrupted' | 'ended';
  /** Since when, in milliseconds of any clock. */
  since: number;
  startedAt: number;
  /** The first is spoken now. */
  queue: Utterance[];
  lastPiece: number;
  /** A reply that is owed, and of which nothing was spoken. */
  owed: MessageId | null;
  /** Answers that were cut off: what is still told of them is not spoken. */
  dropped: MessageId[];
  /** A voice is heard right now, since then. */
  voiceSince: number | null;
  handoff: HandoffState;
  /** Since when a person is waited for. */
  waitingSince: number | null;
  hasAskedStill: boolean;
  hasSaidMoment: boolean;
  farewell: CallEndReason | null;
};

export type CallTerms = {
  words: TalkWords;
  maxMs: number;
  canPause: boolean;
  /** When a caller is put through to whom the settings name. */
  putsThrough: 'never' | 'later' | 'once';
  isBackchannel: (text: string) => boolean;
};

/** A voice of 400 ms is meant. Its end is told after 300 ms of silence: until then nobody knows whether it goes on. */
const VOICE_MS = 400 + 300;
/** Nothing understood for so long: it was no interruption. */
const FALSE_ALARM_MS = 700;
const MOMENT_MS = 1_200;
const LONGER_MS = 2_500;
const SILENCE_MS = 10_000;
const PERSON_MS = 25_000;
const FAREWELL_MS = 15_000;
const DROPPED_MAX = 16;

export const newTalk = (now: number): Talk => ({
  phase: 'idle',
  since: now,
  startedAt: now,
  queue: [],
  lastPiece: 0,
  owed: null,
  dropped: [],
  voiceSince: null,
  handoff: 'bot',
  waitingSince: null,
  hasAskedStill: false,
  hasSaidMoment: false,
  farewell: null,
});

/** What comes of an event, at `now`. The talk that was is left as it is. */
export function stepTalk(
  before: Talk,
  event: CallEvent,
  now: number,
  terms: CallTerms,
): { talk: Talk; effects: CallEffect[] } {
  const talk = structuredClone(before);
  const effects: CallEffect[] = [];
  if (talk.phase !== 'ended') new Turn(talk, effects, now, terms).take(event);
  return { talk, effects };
}

/** One event, on a copy of the talk. */
class Turn {
  readonly #talk: Talk;
  readonly #effects: CallEffect[];
  readonly #now: number;
  readonly #terms: CallTerms;

  constructor(talk: Talk, effects: CallEffect[], now: number, terms: CallTerms) {
    this.#talk = talk;
    this.#effects = effects;
    this.#now = now;
    this.#terms = terms;
  }

  take(event: CallEvent) {
    const talk = this.#talk;
    switch (event.kind) {
      case 'connected':
        return this.#begin(event);
      case 'reply':
        return this.#hearReply(event);
      case 'goOn':
        talk.queue.push({
          ...newUtterance(event.messageId, event.text),
          isDone: event.isDone,
          from: event.from,
          cutTo: event.from,
        });
        return this.#goOn();
      case 'person':
        talk.waitingSince = null;
        talk.queue.push({ ...newUtterance(event.messageId, event.text), isPerson: true });
        return this.#goOn();
      case 'owed':
        if (!talk.queue.some(({ messageId }) => messageId === event.messageId)) talk.owed = event.messageId;
        return;
      case 'typed':
        return this.#think();
      case 'notSent':
        return this.#sayOwn(this.#terms.words.failed);
      case 'handoff':
        talk.handoff = event.state;
        talk.waitingSince = event.state === 'waiting' ? this.#now : null;
        if (event.state === 'waiting' && this.#terms.putsThrough === 'once') this.#putThrough();
        return;
      case 'personAway':
        return this.#putThrough();
      case 'transfer':
        if (this.#terms.putsThrough !== 'never') this.#sayFarewell('transferred', this.#terms.words.putThrough);
        return;
      case 'unpaid':
        return this.#sayFarewell('no_credits', this.#terms.words.byeNoCredits);
      case 'optedOut':
        return this.#sayFarewell('caller', this.#terms.words.byeOptOut);
      case 'over':
        return this.#end(event.reason);
      case 'tick':
        return this.#tick();
      default:
        return this.#hearCaller(event);
    }
  }

  #begin({ opening, isUnanswered }: Extract<ConversationNews, { kind: 'connected' }>) {
    const talk = this.#talk;
    if (talk.handoff === 'waiting') {
      if (isUnanswered) this.#effects.push({ do: 'endWait' });
      else talk.waitingSince = this.#now;
    }
    for (const text of opening) this.#queueOwn(text);
    this.#goOn();
  }

  /** Once what is being said is said; nothing that is said meanwhile changes that. */
  #putThrough() {
    const talk = this.#talk;
    if (this.#terms.putsThrough === 'never' || talk.farewell) return;
    talk.waitingSince = null;
    talk.farewell = 'transferred';
    if (talk.phase === 'interrupted') this.#resume();
    talk.since = this.#now;
    this.#sayOwn(this.#terms.words.putThrough);
  }

  #hearCaller(event: LegEvent) {
    const talk = this.#talk;
    if (event.kind === 'end') return this.#end('caller');
    if (event.kind === 'played') return this.#hearPlayed(event);
    if (talk.farewell) return;
    if (event.kind === 'final') return this.#hearFinal(event.text);
    if (event.kind === 'aside') return this.#sayOwn(event.text);
    if (event.kind === 'tap') return this.#interrupt();
    if (event.kind === 'unheard' && talk.phase === 'listening') return this.#sayOwn(this.#terms.words.failed);
    if (event.kind === 'partial' && event.text.trim() !== '') {
      talk.hasAskedStill = false;
      if (this.#isSpeaking() && !this.#terms.isBackchannel(event.text)) this.#interrupt();
      else if (talk.phase === 'listening') talk.since = this.#now;
    }
    if (event.kind === 'voice') {
      talk.voiceSince = event.isOn ? this.#now : null;
      if (event.isOn && talk.phase === 'speaking' && this.#terms.canPause) {
        this.#effects.push({ do: 'pause' });
        this.#enter('interrupted');
      }
    }
  }

  #hearFinal(text: string) {
    const talk = this.#talk;
    if (text.trim() === '') return;
    if (this.#isSpeaking() && this.#terms.isBackchannel(text)) return this.#resume();
    this.#dropSpoken();
    talk.hasAskedStill = false;
    this.#effects.push({ do: 'send', text });
    this.#think();
    const inNeed = emergencyAnswer(text);
    if (inNeed !== null) this.#sayOwn(inNeed);
  }

  #hearReply({ messageId, text, isDone }: Extract<ConversationNews, { kind: 'reply' }>) {
    const talk = this.#talk;
    if (talk.dropped.includes(messageId)) return;
    if (talk.owed === messageId && (text !== '' || isDone)) talk.owed = null;
    const known = talk.queue.find((one) => one.messageId === messageId);
    if (known) {
      known.text = text;
      known.isDone = isDone;
    } else if (text !== '') talk.queue.push({ ...newUtterance(messageId, text), isDone });
    this.#goOn();
    if (isDone && talk.queue.length === 0 && talk.phase === 'thinking') this.#listen();
  }

  #hearPlayed({ piece, share }: Extract<LegEvent, { kind: 'played' }>) {
    const talk = this.#talk;
    played(talk.queue, piece, share);
    if (talk.phase !== 'interrupted') this.#goOn();
  }

  /** Speaks what there is to be spoken; listens where there is nothing. */
  #goOn() {
    const talk = this.#talk;
    while (talk.queue[0] && isSpoken(talk.queue[0])) talk.queue.shift();
    if (talk.phase === 'interrupted') return;
    for (const cut of speakOn(talk.queue)) {
      talk.lastPiece += 1;
      this.#effects.push({ do: 'say', piece: pieceOf(cut, talk.lastPiece, this.#now) });
      if (talk.phase !== 'speaking') this.#enter('speaking');
    }
    if (talk.queue.length > 0) return;
    if (talk.farewell && talk.phase === 'speaking') return this.#end(talk.farewell);
    if (talk.phase === 'speaking' || talk.phase === 'idle') this.#listen();
  }

  #resume() {
    if (this.#talk.phase !== 'interrupted') return;
    this.#effects.push({ do: 'resume' });
    this.#enter('speaking');
    this.#goOn();
  }

  #interrupt() {
    if (!this.#isSpeaking() && this.#talk.phase !== 'thinking') return;
    this.#dropSpoken();
    this.#listen();
  }

  /** What was spoken is stopped, and stays as far as it was heard; what is owed is not wanted any more. */
  #dropSpoken() {
    const talk = this.#talk;
    if (this.#isSpeaking()) this.#effects.push({ do: 'stop' });
    for (const one of cutOff(talk.queue, this.#now)) {
      if (one.isOpen) this.#effects.push({ do: 'stopReply' });
      this.#drop(one.messageId, one.heard);
    }
    talk.queue = [];
    if (talk.owed === null) return;
    this.#effects.push({ do: 'stopReply' });
    this.#drop(talk.owed, '');
    talk.owed = null;
  }

  #drop(messageId: MessageId, heard: string) {
    this.#effects.push({ do: 'trim', messageId, heard });
    this.#talk.dropped = [...this.#talk.dropped, messageId].slice(-DROPPED_MAX);
  }

  #think() {
    const talk = this.#talk;
    if (talk.handoff !== 'bot') return this.#listen();
    talk.hasSaidMoment = false;
    if (talk.queue.length === 0) this.#enter('thinking');
  }

  #tick() {
    const { phase, since, startedAt, farewell, waitingSince } = this.#talk;
    const { words, maxMs } = this.#terms;
    const ms = this.#now - since;
    if (farewell) {
      if (ms > FAREWELL_MS) this.#end(farewell);
    } else if (this.#now - startedAt >= maxMs) this.#sayFarewell('too_long', words.byeTooLong);
    else if (phase === 'interrupted') this.#judgeInterruption(ms);
    else if (phase === 'thinking' && ms >= (this.#talk.hasSaidMoment ? LONGER_MS : MOMENT_MS)) this.#fillSilence();
    else if (waitingSince !== null && this.#now - waitingSince >= PERSON_MS) this.#stopWaiting();
    else if (phase === 'listening' && ms >= SILENCE_MS) this.#breakSilence();
  }

  #stopWaiting() {
    this.#talk.waitingSince = null;
    if (this.#terms.putsThrough !== 'never') return this.#putThrough();
    this.#effects.push({ do: 'endWait' });
    this.#sayOwn(this.#terms.words.nobody);
  }

  /** Nobody waits longer than this without a word. */
  #fillSilence() {
    const { words } = this.#terms;
    this.#queueOwn(this.#talk.hasSaidMoment ? words.longer : words.moment, true);
    this.#talk.hasSaidMoment = true;
    this.#goOn();
  }

  #judgeInterruption(ms: number) {
    const { voiceSince } = this.#talk;
    if (voiceSince === null) {
      if (ms >= FALSE_ALARM_MS) this.#resume();
    } else if (this.#now - voiceSince >= VOICE_MS) this.#interrupt();
  }

  #breakSilence() {
    const { handoff, voiceSince, hasAskedStill } = this.#talk;
    if (handoff !== 'bot' || voiceSince !== null) return;
    if (hasAskedStill) return this.#sayFarewell('silence', this.#terms.words.byeSilence);
    this.#talk.hasAskedStill = true;
    this.#sayOwn(this.#terms.words.stillThere);
  }

  /** What is being spoken is spoken to the end of its piece; then why it ends, and the end. */
  #sayFarewell(reason: CallEndReason, words: string) {
    const talk = this.#talk;
    if (talk.farewell) return;
    talk.farewell = reason;
    if (talk.phase === 'interrupted') this.#resume();
    const [spoken] = talk.queue;
    for (const one of talk.queue) {
      if (!one.isDone) this.#effects.push({ do: 'stopReply' });
      // Nothing more is cut of it.
      one.isDone = true;
      one.text = one.text.slice(0, one.cutTo);
      if (one.messageId && !one.isPerson) this.#drop(one.messageId, one.text);
    }
    talk.queue = spoken && spoken.pieces.length > 0 ? [spoken] : [];
    talk.owed = null;
    talk.since = this.#now;
    this.#queueOwn(words);
    this.#goOn();
  }

  #end(reason: CallEndReason) {
    if (!this.#talk.farewell) this.#dropSpoken();
    this.#talk.phase = 'ended';
    this.#effects.push({ do: 'hangUp', reason });
  }

  #isSpeaking(): boolean {
    return this.#talk.phase === 'speaking' || this.#talk.phase === 'interrupted';
  }

  #listen() {
    const isStillThinking = this.#talk.owed !== null && this.#talk.handoff === 'bot';
    this.#enter(isStillThinking ? 'thinking' : 'listening');
  }

  #enter(phase: Talk['phase']) {
    const talk = this.#talk;
    const wasSpeaking = talk.phase === 'interrupted' && phase === 'speaking';
    talk.phase = phase;
    talk.since = this.#now;
    if (wasSpeaking || phase === 'interrupted' || phase === 'ended' || phase === 'idle') return;
    this.#effects.push({ do: 'tell', state: phase });
  }

  #sayOwn(text: string) {
    this.#queueOwn(text);
    this.#goOn();
  }

  #queueOwn(text: string, isFiller = false) {
    if (text.trim() !== '') this.#talk.queue.push({ ...newUtterance(null, text), isFiller });
  }
}
