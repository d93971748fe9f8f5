import { Player } from './player.ts';
import { Resampler } from './resampler.ts';
import { levelOf, VoiceDetector } from './voice-detector.ts';

// Runs where sound is made, a block of some 3 ms at a time: microphone and loudspeaker in one place, so that one knows of the other.

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

export type ToWorklet =
  | { do: 'play'; piece: number; pcm: ArrayBuffer }
  | { do: 'end'; piece: number }
  | { do: 'pause' | 'resume' | 'stop' };
export type FromWorklet = { pcm: ArrayBuffer } | { isVoice: boolean } | { piece: number; share: number };

const HEARD_RATE = 16_000;
const SPOKEN_RATE = 24_000;
const FRAME = HEARD_RATE / 50;
/** What we played sounds on in a room, and is late by what loudspeakers and microphones hold back: dB a second. */
const ECHO_FALLS = 60;

class Sound extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, HEARD_RATE);
  readonly #detector = new VoiceDetector();
  readonly #player = new Player(SPOKEN_RATE, sampleRate, (piece, share) => this.#tell({ piece, share }));
  #frame = new Float32Array(FRAME);
  #filled = 0;
  #played = -100;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data.do === 'play') this.#player.push(data.piece, new Int16Array(data.pcm));
      else if (data.do === 'end') this.#player.end(data.piece);
      else this.#player[data.do]();
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]) {
    const out = output?.[0];
    if (out) {
      this.#player.process(out);
      const fallen = this.#played - (ECHO_FALLS * out.length) / sampleRate;
      this.#played = Math.max(levelOf(out), fallen);
    }
    const heard = input?.[0];
    if (heard) this.#hear(this.#resampler.push(heard));
    return true;
  }

  #hear(samples: Float32Array) {
    for (const sample of samples) {
      this.#frame[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < FRAME) continue;
      this.#filled = 0;
      const isVoice = this.#detector.hear(levelOf(this.#frame), this.#played);
      const pcm = Int16Array.from(this.#frame, (one) => Math.round(Math.min(1, Math.max(-1, one)) * 32_767)).buffer;
      this.port.postMessage({ pcm } satisfies FromWorklet, [pcm]);
      // Silent before anybody is asked: whoever speaks is heard out.
      if (isVoice && this.#player.isSounding()) this.#player.pause();
      if (isVoice !== null) this.#tell({ isVoice });
    }
  }

  #tell(message: FromWorklet) {
    this.port.postMessage(message);
  }
}

registerProcessor('sound', Sound);
