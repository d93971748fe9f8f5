interface Piece {
  piece: number;
  text: string;
}

interface MouthOptions {
  lang: string;
  voice: string;
  rate: number;
  /** So much of a piece was spoken; 1 once it is over. */
  onPlayed(piece: number, share: number): void;
  onSpeaking(isSpeaking: boolean): void;
  /** The browser does not speak: what is said is told as spoken, in the time that it would take. */
  onMute(): void;
}

/** Speaks one piece after the other: browsers stop in the middle of what is long, and may never say that they are done. */
export interface Mouth {
  say(piece: Piece): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

const CHAR_MS = 60;
/** Nothing was begun for so long: this browser has no voice. */
const BEGIN_MS = 3_000;
const LONGEST = 4;

export function openMouth(options: MouthOptions): Mouth {
  const { lang, voice, rate, onPlayed, onSpeaking, onMute } = options;
  const synth = 'speechSynthesis' in window ? window.speechSynthesis : null;
  let queue: Piece[] = [];
  let current: { piece: Piece; end(): void; share: number } | null = null;
  let isHeld = false;
  let isMute = !synth;
  if (isMute) onMute();

  const next = () => {
    const piece = queue.shift();
    onSpeaking(!!piece);
    if (piece) start(piece);
  };
  const start = (piece: Piece) => {
    let isOver = false;
    let begun = false;
    const timers: number[] = [];
    const end = () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    };
    const over = () => {
      if (isOver) return;
      end();
      current = null;
      onPlayed(piece.piece, 1);
      next();
    };
    const share = (at: number) => {
      if (isOver || at >= 1) return;
      if (current) current.share = at;
      onPlayed(piece.piece, at);
    };
    current = { piece, end, share: 0 };
    const silently = () => {
      if (isOver) return;
      const ms = (piece.text.length * CHAR_MS) / rate;
      for (let step = 1; step < LONGEST; step++)
        timers.push(window.setTimeout(() => share(step / LONGEST), (ms * step) / LONGEST));
      timers.push(window.setTimeout(over, ms));
    };
    if (isMute || !synth) return silently();
    const words = new SpeechSynthesisUtterance(piece.text);
    words.lang = lang;
    words.rate = rate;
    const chosen = synth.getVoices().find(({ name }) => name === voice);
    if (chosen) words.voice = chosen;
    words.onstart = () => {
      begun = true;
      share(0);
    };
    words.onboundary = ({ charIndex }) => share(charIndex / piece.text.length);
    words.onend = over;
    words.onerror = ({ error }) => {
      if (isOver || error === 'interrupted' || error === 'canceled') return;
      isMute = true;
      onMute();
      silently();
    };
    timers.push(
      window.setTimeout(() => {
        if (begun || isOver) return;
        isMute = true;
        onMute();
        synth.cancel();
        silently();
      }, BEGIN_MS),
      // One whose end is never told.
      window.setTimeout(over, BEGIN_MS + (piece.text.length * CHAR_MS * LONGEST) / rate),
    );
    synth.speak(words);
  };
  return {
    say(piece) {
      queue.push(piece);
      if (!current && !isHeld) next();
    },
    pause() {
      isHeld = true;
      synth?.pause();
    },
    resume() {
      isHeld = false;
      synth?.resume();
      if (!current) next();
    },
    stop() {
      queue = [];
      isHeld = false;
      current?.end();
      current = null;
      synth?.cancel();
      synth?.resume();
      onSpeaking(false);
    },
  };
}
