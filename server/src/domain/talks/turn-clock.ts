import type { CallMode } from '@antiphon/contract/calls';
import type { SpokenTurn } from '@antiphon/contract/conversations';
import type { MessageId } from '@antiphon/contract/ids';
import type { ConversationNews } from './talk.rules.ts';
import type { LegEvent, Piece } from './talks.ports.ts';

/** The page tells that a voice has ended after so much silence. */
const VOICE_HANG_MS = 300;
/** A voice that ended longer ago belonged to something else. */
const VOICE_MS_MAX = 5_000;
/** So long is waited for the page to tell that the voice has ended, which may be after its words are understood. */
const LATE_VOICE_MS = 600;

type Turn = {
  messageId: MessageId | null;
  voiceEndedAt: number | null;
  understoodAt: number;
  begunAt: number | null;
  saidAt: number | null;
  piece: number | null;
  soundAt: number | null;
  heardAt: number | null;
};

/**
 * Where the time goes between the end of a question and the first sound of its answer, as a call sees it. The clock starts where the
 * voice ends, not where somebody has judged that it did. `onTurn` is told once, when the answer is written and begins to sound.
 */
export function makeTurnClock(mode: CallMode, onTurn: (messageId: MessageId, turn: SpokenTurn) => void) {
  let turn: Turn | null = null;
  let written: MessageId | null = null;
  let voiceEndedAt: number | null = null;
  let roundTripMs: number | null = null;

  const told = () => {
    if (!turn?.messageId || turn.heardAt === null || written !== turn.messageId) return;
    onTurn(turn.messageId, stagesOf(turn, mode, roundTripMs));
    turn = null;
  };
  return {
    hear(event: LegEvent, now: number) {
      if (event.kind === 'roundTrip') roundTripMs = event.ms;
      else if (event.kind === 'voice') {
        voiceEndedAt = event.isOn ? null : now - VOICE_HANG_MS;
        if (turn && turn.voiceEndedAt === null && !event.isOn && now - turn.understoodAt < LATE_VOICE_MS)
          turn.voiceEndedAt = Math.min(voiceEndedAt ?? now, turn.understoodAt);
      } else if (event.kind === 'final' && event.text.trim() !== '') {
        const isNear = voiceEndedAt !== null && now - voiceEndedAt < VOICE_MS_MAX;
        turn = {
          ...{ messageId: null, begunAt: null, saidAt: null, piece: null, soundAt: null, heardAt: null },
          voiceEndedAt: isNear ? voiceEndedAt : null,
          understoodAt: now,
        };
      } else if (event.kind === 'sounding' && turn?.piece === event.piece) turn.soundAt ??= now;
      else if (event.kind === 'played' && turn?.piece === event.piece) {
        turn.heardAt ??= now;
        told();
      }
    },
    learn(news: ConversationNews, now: number) {
      if (news.kind === 'owed' && turn) {
        turn.messageId ??= news.messageId;
        turn.begunAt ??= now;
      } else if (news.kind === 'reply') {
        if (turn) turn.messageId ??= news.messageId;
        if (!news.isDone) return;
        written = news.messageId;
        told();
      }
    },
    say({ id, messageId }: Piece, now: number) {
      if (!turn || messageId === null || messageId !== turn.messageId || turn.piece !== null) return;
      turn.piece = id;
      turn.saidAt = now;
    },
  };
}

function stagesOf(turn: Turn, mode: CallMode, roundTripMs: number | null): SpokenTurn {
  const { voiceEndedAt, understoodAt, saidAt, soundAt, heardAt } = turn;
  const way = (roundTripMs ?? 0) / 2;
  const said = saidAt ?? understoodAt;
  const begun = Math.min(turn.begunAt ?? said, said);
  const parts = {
    ...(roundTripMs === null ? {} : { uplinkMs: way }),
    ...(voiceEndedAt === null ? {} : { endOfTurnMs: Math.max(0, understoodAt - voiceEndedAt) }),
    waitMs: begun - understoodAt,
    firstClauseMs: said - begun,
    ...(soundAt === null ? {} : { speechMs: soundAt - said }),
    // What it took the page's word to come back is no silence.
    playMs: Math.max(0, (heardAt ?? said) - (soundAt ?? said) - way),
  };
  return { mode, ...parts, totalMs: Object.values(parts).reduce((sum, ms) => sum + ms, 0) };
}
