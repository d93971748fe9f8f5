import type { CallMessage } from '@antiphon/contract/calls';
import type { HeardSpeech, SpeechProvider } from '../speech/speech.ports.ts';
import { readCallerMessage } from '../talks/browser-leg.ts';
import type { CallLeg, LegEvent, OpenLeg, PageSocket } from '../talks/talks.ports.ts';
import { hearSound } from './heard-sound.ts';
import { speakPieces } from './spoken-pieces.ts';

const GOING_AWAY = 1_012;
const BAD_MESSAGES_MAX = 10;

type Options = {
  socket: PageSocket;
  speech: Pick<SpeechProvider, 'toText' | 'toSpeech'>;
  lang: string;
  voice: string;
  speed: number;
  /** Names that are likely to be said. */
  hints: string[];
  /** `hearing`: nothing is understood any more, and the call is to end. `speaking`: of a piece, whose words the page shows. */
  onFailure(of: 'hearing' | 'speaking', failure: unknown): void;
};

/** We listen and speak, by a provider of speech: sound travels, in the form that `contract/src/calls.ts` tells. */
export const makeAudioLeg =
  ({ socket, speech, lang, voice, speed, hints, onFailure }: Options): OpenLeg =>
  (onEvent) => {
    let isOver = false;
    let bad = 0;
    const tell = (message: CallMessage) => socket.send(JSON.stringify(message));
    const emit = (event: LegEvent) => {
      if (!isOver) onEvent(event);
    };
    const spoken = speakPieces({
      ...{ toSpeech: speech.toSpeech, lang, voice, speed },
      onBegin: ({ id, text, messageId, to }) => {
        tell({ type: 'say', piece: id, text, messageId, to });
        emit({ kind: 'sounding', piece: id });
      },
      sendBytes: (bytes) => socket.send(bytes),
      onPlayed: (piece, share) => emit({ kind: 'played', piece, share }),
      onFailure: (failure) => onFailure('speaking', failure),
    });
    const heard = hearSound({
      ...{ toText: speech.toText, lang, hints },
      onHeard: (one) => takeHeard(one),
      onUnheard: () => emit({ kind: 'unheard' }),
      onFailure: (failure) => onFailure('hearing', failure),
    });
    const takeHeard = (one: HeardSpeech) => {
      if (one.kind !== 'partial' && one.kind !== 'final') return;
      tell({ type: 'heard', text: one.text, isFinal: one.kind === 'final' });
      emit({ kind: one.kind, text: one.text });
    };
    const takeText = (text: string) => {
      if (isOver) return;
      const event = read(text);
      if (event === null) {
        bad += 1;
        if (bad >= BAD_MESSAGES_MAX) socket.close(1_008);
      } else if (event.kind === 'ping') {
        tell({ type: 'pong', at: event.at });
        if (event.roundTripMs !== undefined) emit({ kind: 'roundTrip', ms: event.roundTripMs });
      } else if (event.kind === 'played') spoken.played(event.piece, event.share);
      else if (event.kind === 'voice') {
        heard.voice(event.isOn);
        emit(event);
      }
      // Here we are the ones who listen.
      else if (event.kind !== 'partial' && event.kind !== 'final') emit(event);
    };
    const cease = () => {
      isOver = true;
      spoken.stop();
      heard.end();
    };
    socket.onText(takeText);
    socket.onBytes((bytes) => heard.push(bytes));
    socket.onClose(() => {
      emit({ kind: 'lost' });
      cease();
    });
    const leg: CallLeg = {
      mode: 'server',
      canPause: true,
      recorder: null,
      say: (piece) => spoken.say(piece),
      pause() {
        tell({ type: 'pause' });
        spoken.pause();
      },
      resume() {
        tell({ type: 'resume' });
        spoken.resume();
      },
      stop() {
        tell({ type: 'stop' });
        spoken.stop();
      },
      tellState: (state) => tell({ type: 'state', state }),
      hangUp(reason) {
        cease();
        tell({ type: 'ended', reason });
        socket.close(1_000);
      },
      leave() {
        cease();
        socket.close(GOING_AWAY);
      },
    };
    return leg;
  };

/** Null for what is no message. */
function read(text: string) {
  try {
    return readCallerMessage(text);
  } catch {
    return null;
  }
}
