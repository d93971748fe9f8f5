/** On either side, in samples of the slower rate. */
const WIDTH = 16;
const PHASES = 64;
/** Of the slower rate: what is above half of it would come back as another tone. */
const CUTOFF = 0.45;

/** Changes the rate of sound that comes in blocks of any length. Browsers do not do it for a microphone (Firefox refuses to). */
export class Resampler {
  readonly #step: number;
  readonly #half: number;
  readonly #kernel: Float32Array[];
  #held: Float32Array;
  /** Of the next sample that is made, within `#held`. */
  #at: number;

  constructor(from: number, to: number) {
    this.#step = from / to;
    const slower = Math.min(from, to);
    this.#half = Math.ceil((WIDTH * from) / slower);
    this.#kernel = Array.from({ length: PHASES + 1 }, (_, phase) =>
      taps(phase / PHASES, this.#half, (CUTOFF * slower) / from),
    );
    this.#held = new Float32Array(this.#half * 2);
    this.#at = this.#half;
  }

  push(block: Float32Array): Float32Array {
    const all = new Float32Array(this.#held.length + block.length);
    all.set(this.#held);
    all.set(block, this.#held.length);
    const made: number[] = [];
    while (this.#at + this.#half + 1 < all.length) {
      made.push(this.#sample(all));
      this.#at += this.#step;
    }
    const done = Math.max(0, Math.floor(this.#at) - this.#half);
    this.#held = all.slice(done);
    this.#at -= done;
    return Float32Array.from(made);
  }

  #sample(all: Float32Array): number {
    const whole = Math.floor(this.#at);
    const kernel = this.#kernel[Math.round((this.#at - whole) * PHASES)]!;
    let sum = 0;
    for (let tap = 0; tap < kernel.length; tap += 1) sum += all[whole - this.#half + 1 + tap]! * kernel[tap]!;
    return sum;
  }
}

/** A sinc within a Blackman window, of which all taps together are 1. */
function taps(phase: number, half: number, cutoff: number): Float32Array {
  const kernel = new Float32Array(half * 2);
  let sum = 0;
  for (let tap = 0; tap < kernel.length; tap += 1) {
    const x = tap - half + 1 - phase;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    const turn = (Math.PI * x) / half;
    const window = Math.abs(x) > half ? 0 : 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    kernel[tap] = sinc * window;
    sum += kernel[tap]!;
  }
  return kernel.map((one) => one / sum);
}
