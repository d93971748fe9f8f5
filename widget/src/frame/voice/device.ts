import type { CallMessage } from '@antiphon/contract/calls';
import type { VoiceTexts } from '../texts/voice.ts';
import { canListen, openEars } from './browser-ears.ts';
import { openMouth } from './browser-mouth.ts';
import type { Line } from './call-line.ts';
import type { CallPanel } from './draw-panel.ts';

export type Ready = Extract<CallMessage, { type: 'ready' }>;
export type Said = Extract<CallMessage, { type: 'say' }>;

/** Who listens and speaks on the visitor's side. */
export interface Device {
  /** The connection was made, for the first time or anew. */
  begin(ready: Ready): void;
  say(message: Said): void;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Sound that came. */
  play(bytes: ArrayBuffer): void;
  /** Nobody is heard: the visitor types. */
  isDeaf(): boolean;
  close(): void;
}

export interface DeviceParts {
  panel: CallPanel;
  texts: VoiceTexts;
  /** Until there is one, nothing is told. */
  line(): Line | undefined;
  /** So much of a piece was spoken; 1 once it is over. */
  played(piece: number, share: number): void;
}

/** The browser by itself: words travel. */
export function openBrowser({ panel, texts, line, played }: DeviceParts, { lang, voice, rate }: Ready): Device {
  let isDeaf = false;
  const ears = openEars({
    lang,
    onPartial(text) {
      panel.hear(text);
      line()?.tell({ type: 'partial', text });
    },
    onFinal(text) {
      panel.hear(text);
      line()?.tell({ type: 'final', text });
    },
    onDeaf() {
      isDeaf = true;
      panel.note(canListen() ? texts.forbidden : texts.deaf);
    },
  });
  const mouth = openMouth({
    ...{ lang, voice, rate, onPlayed: played },
    onSpeaking(isSpeaking) {
      if (isSpeaking) ears.rest();
      else ears.listen();
    },
    onMute: () => panel.note(texts.mute),
  });
  return {
    ...mouth,
    begin() {
      mouth.stop();
      ears.listen();
    },
    play() {},
    isDeaf: () => isDeaf,
    close() {
      mouth.stop();
      ears.rest();
    },
  };
}
