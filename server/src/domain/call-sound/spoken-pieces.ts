import type { Sound, TextToSpeech } from '../speech/speech.ports.ts';
import type { Piece } from '../talks/talks.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';

export const SPOKEN_RATE = 24_000;
const BYTES_OF_MS = (SPOKEN_RATE / 1_000) * 2;
/** The page has no more than this of what it has not played yet: what is stopped is gone, and a reply may be trimmed to the word. */
const AHEAD_MS = 1_000;
/** Of what was made and not sent; where there is more, nothing is asked of the provider for now. */
const UNSENT_MS = 1_000;
/** Of the piece behind it, which is only begun so that it follows without a gap. */
const NEXT_UNSENT_MS = 250;
const FRAME_BYTES = 40 * BYTES_OF_MS;
/** Until all of a piece is made, its length is guessed. */
const MS_OF_CHARACTER = 65;
const TRIES = 2;

type Spoken = {
  piece: Piece;
  abort: AbortController;
  unsent: Sound[];
  unsentBytes: number;
  sentMs: number;
  playedMs: number;
  isBegun: boolean;
  isTold: boolean;
  isMade: boolean;
  isEnded: boolean;
  /** Lets the provider go on. */
  want: (() => void) | null;
};

type Options = {
  toSpeech: TextToSpeech;
  voice: string;
  lang: string;
  speed: number;
  /** A piece is about to sound. */
  onBegin(piece: Piece): void;
  sendBytes(bytes: Buffer): void;
  onPlayed(piece: number, share: number): void;
  /** Of a piece that cannot be spoken, not even at a second try. It counts as over: the page shows its words. */
  onFailure(failure: unknown): void;
};

/**
 * Speaks pieces one after the other: the next is begun while one is sent, and sound is sent as fast as the page plays it. Nothing here waits
 * for a clock: what comes of the provider and of the page moves it on.
 */
export function speakPieces({ toSpeech, voice, lang, speed, onBegin, sendBytes, onPlayed, onFailure }: Options) {
  let queue: Spoken[] = [];
  let isHeld = false;

  const make = async (spoken: Spoken) => {
    for (let tries = 1; ; tries += 1) {
      const { signal } = spoken.abort;
      try {
        const { text } = spoken.piece;
        for await (const { sound } of toSpeech.speak({ text, voice, lang, speed, rate: SPOKEN_RATE, signal })) {
          if (signal.aborted) return;
          spoken.unsent.push(sound);
          spoken.unsentBytes += sound.length;
          pump();
          if (isFull(spoken)) await wanted(spoken);
        }
        break;
      } catch (error) {
        if (signal.aborted) return;
        const mayGo = tries < TRIES && spoken.sentMs === 0 && error instanceof VendorFailure && error.canRetry;
        if (mayGo) {
          spoken.unsent = [];
          spoken.unsentBytes = 0;
          continue;
        }
        onFailure(error);
        break;
      }
    }
    if (spoken.abort.signal.aborted) return;
    spoken.isMade = true;
    pump();
  };
  const isFull = (spoken: Spoken) =>
    spoken.unsentBytes >= (current() === spoken ? UNSENT_MS : NEXT_UNSENT_MS) * BYTES_OF_MS;
  /** What is sent now: the first that is not at its end. */
  const current = () => queue.find(({ isEnded }) => !isEnded);
  const aheadMs = () => queue.reduce((sum, { sentMs, playedMs }) => sum + sentMs - playedMs, 0);

  const begin = () => {
    const at = queue.findIndex(({ isEnded }) => !isEnded);
    if (at === -1) return;
    for (const spoken of queue.slice(at, at + 2)) {
      if (spoken.isBegun) continue;
      spoken.isBegun = true;
      void make(spoken);
    }
  };

  const pump = () => {
    if (isHeld) return;
    for (let spoken = current(); spoken; spoken = current()) {
      if (!spoken.isTold && (spoken.unsentBytes > 0 || spoken.isMade)) {
        spoken.isTold = true;
        onBegin(spoken.piece);
      }
      while (spoken.unsentBytes > 0 && aheadMs() < AHEAD_MS) sendFrame(spoken);
      if (spoken.want && !isFull(spoken)) {
        const go = spoken.want;
        spoken.want = null;
        go();
      }
      if (!spoken.isMade || spoken.unsentBytes > 0) break;
      end(spoken);
    }
    begin();
  };
  const sendFrame = (spoken: Spoken) => {
    const first = spoken.unsent[0] as Sound;
    const frame = first.subarray(0, FRAME_BYTES);
    if (frame.length === first.length) spoken.unsent.shift();
    else spoken.unsent[0] = first.subarray(FRAME_BYTES);
    spoken.unsentBytes -= frame.length;
    spoken.sentMs += frame.length / BYTES_OF_MS;
    sendBytes(Buffer.concat([numberOf(spoken.piece), frame]));
  };
  const end = (spoken: Spoken) => {
    spoken.isEnded = true;
    sendBytes(numberOf(spoken.piece));
    if (spoken.sentMs > 0) return;
    // Nothing of it sounds.
    drop(spoken);
    queueMicrotask(() => onPlayed(spoken.piece.id, 1));
  };
  const drop = (spoken: Spoken) => {
    queue = queue.filter((one) => one !== spoken);
  };

  return {
    say(piece: Piece) {
      queue.push(newSpoken(piece));
      begin();
    },
    pause() {
      isHeld = true;
    },
    resume() {
      isHeld = false;
      pump();
    },
    /** Nothing of it is made, sent or told any more. */
    stop() {
      for (const { abort, want } of queue) {
        abort.abort();
        want?.();
      }
      queue = [];
      isHeld = false;
    },
    /** The page has played so much of what it has of a piece. */
    played(id: number, share: number) {
      const spoken = queue.find(({ piece }) => piece.id === id);
      if (!spoken?.isTold) return;
      const isOver = share === 1 && spoken.isEnded;
      spoken.playedMs = Math.max(spoken.playedMs, share * spoken.sentMs);
      if (isOver) drop(spoken);
      const madeMs = spoken.sentMs + spoken.unsentBytes / BYTES_OF_MS;
      const wholeMs = spoken.isMade ? madeMs : Math.max(madeMs, (spoken.piece.text.length * MS_OF_CHARACTER) / speed);
      onPlayed(id, isOver ? 1 : Math.min(spoken.playedMs / wholeMs, 0.99));
      pump();
    },
  };
}

const newSpoken = (piece: Piece): Spoken => ({
  piece,
  abort: new AbortController(),
  unsent: [],
  unsentBytes: 0,
  sentMs: 0,
  playedMs: 0,
  isBegun: false,
  isTold: false,
  isMade: false,
  isEnded: false,
  want: null,
});

/** Until there is room for more of it. */
const wanted = (spoken: Spoken) =>
  new Promise<void>((go) => {
    spoken.want = go;
  });

function numberOf({ id }: Piece): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(id);
  return number;
}
