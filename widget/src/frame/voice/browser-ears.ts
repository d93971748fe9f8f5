/** As far as it is used, of what browsers call SpeechRecognition, with and without a prefix. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult:
    | ((event: {
        resultIndex: number;
        results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
      }) => void)
    | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}

interface EarsOptions {
  lang: string;
  onPartial(text: string): void;
  onFinal(text: string): void;
  /** It may not listen, or cannot. */
  onDeaf(): void;
}

export interface Ears {
  /** It hears its own voice as well: it listens while nothing is spoken. */
  listen(): void;
  rest(): void;
}

type Maker = new () => Recognition;
const makerOf = (): Maker | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, Maker | undefined>;
  return SpeechRecognition ?? webkitSpeechRecognition;
};

export const canListen = (): boolean => !!makerOf();

const AGAIN_MS = 300;

export function openEars({ lang, onPartial, onFinal, onDeaf }: EarsOptions): Ears {
  const Maker = makerOf();
  if (!Maker) {
    onDeaf();
    return { listen() {}, rest() {} };
  }
  const recognition = new Maker();
  let wants = false;
  let isOn = false;
  let isDeaf = false;
  recognition.lang = lang;
  recognition.continuous = true;
  recognition.interimResults = true;
  const start = () => {
    if (!wants || isOn || isDeaf) return;
    try {
      recognition.start();
      isOn = true;
    } catch {
      setTimeout(start, AGAIN_MS);
    }
  };
  recognition.onresult = ({ resultIndex, results }) => {
    if (!wants) return;
    for (let at = resultIndex; at < results.length; at++) {
      const result = results[at]!;
      const text = result[0]!.transcript.trim();
      if (!text) continue;
      if (result.isFinal) onFinal(text);
      else onPartial(text);
    }
  };
  recognition.onerror = ({ error }) => {
    if (error !== 'not-allowed' && error !== 'service-not-allowed' && error !== 'audio-capture') return;
    isDeaf = true;
    onDeaf();
  };
  // Browsers end it after a while of silence.
  recognition.onend = () => {
    isOn = false;
    setTimeout(start, AGAIN_MS);
  };
  return {
    listen() {
      wants = true;
      start();
    },
    rest() {
      wants = false;
      if (isOn) recognition.abort();
    },
  };
}
