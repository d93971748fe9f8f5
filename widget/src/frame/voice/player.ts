import { Resampler } from './resampler.ts';

type Piece = { id: number; blocks: Float32Array[]; got: number; played: number; waiting: number; isEnded: boolean };

const LEAST_MS = 60;
const MOST_MS = 300;
/** A network that was calm for so long is trusted again. */
const CALM_MS = 10_000;
const FADE_MS = 5;
const REPORT_MS = 200;

/**
 * Plays pieces one after the other. It waits for 60 ms of sound before it begins, and longer after each time it ran dry: what comes over TCP
 * may stall. Whatever begins or ends within a piece does so within 5 ms, so that it makes no click.
 */
export class Player {
  readonly #rate: number;
  readonly #from: number;
  readonly #onPlayed: (piece: number, share: number) => void;
  #pieces: Piece[] = [];
  #resampler: Resampler;
  #bufferMs = LEAST_MS;
  #isFilling = true;
  #isHeld = false;
  #gain = 0;
  #calmMs = 0;
  #reportMs = 0;
  /** The last of which it was told that it sounds. */
  #begun = 0;
  /** What still fades out of what was stopped. */
  #tail: Float32Array = new Float32Array(0);

  constructor(from: number, rate: number, onPlayed: (piece: number, share: number) => void) {
    this.#from = from;
    this.#rate = rate;
    this.#onPlayed = onPlayed;
    this.#resampler = new Resampler(from, rate);
  }

  push(id: number, pcm: Int16Array) {
    const piece = this.#pieceOf(id);
    const sound = this.#resampler.push(Float32Array.from(pcm, (sample) => sample / 32_768));
    piece.blocks.push(sound);
    piece.got += sound.length;
    piece.waiting += sound.length;
  }

  end(id: number) {
    const piece = this.#pieceOf(id);
    // What the resampler holds back.
    const rest = this.#resampler.push(new Float32Array(Math.round(this.#from / 500)));
    piece.blocks.push(rest);
    piece.got += rest.length;
    piece.waiting += rest.length;
    piece.isEnded = true;
  }

  pause() {
    this.#isHeld = true;
    this.#report();
  }

  resume() {
    this.#isHeld = false;
  }

  stop() {
    this.#tail = this.#gain > 0 ? this.#take(Math.round((this.#rate * FADE_MS) / 1_000)) : new Float32Array(0);
    this.#pieces = [];
    this.#resampler = new Resampler(this.#from, this.#rate);
    this.#isHeld = false;
    this.#isFilling = true;
    this.#begun = 0;
    this.#bufferMs = LEAST_MS;
  }

  isSounding(): boolean {
    return this.#gain > 0;
  }

  /** Fills a block with what sounds now; what is not written is silence. */
  process(out: Float32Array) {
    const fade = 1_000 / (this.#rate * FADE_MS);
    if (this.#tail.length > 0) return this.#playTail(out, fade);
    if (this.#isFilling && this.#isReady()) this.#isFilling = false;
    const isSounding = !this.#isHeld && !this.#isFilling;
    if (!isSounding && this.#gain <= 0) return;
    const samples = this.#take(out.length);
    const fading = isSounding ? fade : -fade;
    for (let at = 0; at < samples.length; at += 1) {
      this.#gain = Math.min(1, Math.max(0, this.#gain + fading));
      out[at] = samples[at]! * this.#gain;
    }
    this.#afterwards((out.length / this.#rate) * 1_000, samples.length < out.length);
  }

  #playTail(out: Float32Array, fade: number) {
    const now = Math.min(out.length, this.#tail.length);
    for (let at = 0; at < now; at += 1) {
      this.#gain = Math.max(0, this.#gain - fade);
      out[at] = this.#tail[at]! * this.#gain;
    }
    this.#tail = this.#tail.slice(now);
    if (this.#tail.length === 0) this.#gain = 0;
  }

  #afterwards(ms: number, isDry: boolean) {
    this.#reportMs += ms;
    this.#calmMs += ms;
    for (let first = this.#pieces[0]; first?.isEnded && first.waiting === 0; first = this.#pieces[0]) {
      this.#pieces.shift();
      this.#onPlayed(first.id, 1);
    }
    // A piece is told of with its first sound: until then whoever listens waits.
    const sounding = this.#pieces.findLast(({ played }) => played > 0)?.id;
    if (this.#reportMs >= REPORT_MS || (sounding !== undefined && sounding > this.#begun)) this.#report();
    if (this.#calmMs >= CALM_MS) {
      this.#bufferMs = Math.max(LEAST_MS, this.#bufferMs / 2);
      this.#calmMs = 0;
    }
    if (!isDry) return;
    this.#isFilling = true;
    this.#gain = 0;
    // Between two pieces nothing is missing.
    if (this.#pieces.length === 0 || this.#pieces[0]!.played === 0) return;
    this.#bufferMs = Math.min(MOST_MS, this.#bufferMs * 2);
    this.#calmMs = 0;
  }

  #isReady(): boolean {
    let waiting = 0;
    for (const piece of this.#pieces) {
      waiting += piece.waiting;
      if (piece.isEnded) return true;
    }
    return waiting >= (this.#bufferMs * this.#rate) / 1_000;
  }

  #take(length: number): Float32Array {
    const taken = new Float32Array(length);
    let at = 0;
    for (const piece of this.#pieces) {
      while (piece.waiting > 0 && at < length) {
        const block = piece.blocks[0]!;
        const part = block.subarray(0, length - at);
        taken.set(part, at);
        if (part.length === block.length) piece.blocks.shift();
        else piece.blocks[0] = block.subarray(part.length);
        at += part.length;
        piece.waiting -= part.length;
        piece.played += part.length;
      }
      if (at === length || !piece.isEnded) break;
    }
    return taken.subarray(0, at);
  }

  #report() {
    this.#reportMs = 0;
    const piece = this.#pieces.findLast(({ played }) => played > 0);
    if (!piece) return;
    this.#begun = piece.id;
    this.#onPlayed(piece.id, Math.min(0.99, piece.played / piece.got));
  }

  #pieceOf(id: number): Piece {
    const known = this.#pieces.find((piece) => piece.id === id);
    if (known) return known;
    const made = { id, blocks: [], got: 0, played: 0, waiting: 0, isEnded: false };
    this.#pieces.push(made);
    return made;
  }
}
