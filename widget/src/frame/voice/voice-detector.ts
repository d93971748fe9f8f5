const FRAME_MS = 20;
/** A voice is told after so much of it: a click or a cough is over by then. */
const ONSET_MS = 120;
/** So long a speaker may draw breath. */
const HANG_MS = 300;
/** Above the noise of the room, in dB. */
const ABOVE_NOISE = 10;
const LEAST = -52;
const NOISE_MOST = -35;
/** The noise is followed at once where it falls, and slowly where it rises: a voice is not taken for it. */
const RISE_A_FRAME = 0.06;
/**
 * How loud what we play comes back, in dB beside itself, until it is known: the browser takes most of it out, and makes what is left
 * louder. A voice is louder by `ABOVE_ECHO` than what comes back.
 */
const ECHO_AT_FIRST = -14;
const ECHO_MOST = -6;
const ABOVE_ECHO = 8;
/** A frame. What comes back is late, and stops between words: it falls slowly. */
const ECHO_STEP = 0.15;
/** Below it nothing is played. */
const PLAYED_LEAST = -50;

/** Tells a voice from the noise of a room by its energy, which needs no model. Blind to music and to people in the background. */
export class VoiceDetector {
  #noise = -60;
  #echo = ECHO_AT_FIRST;
  #voicedMs = 0;
  #silentMs = 0;
  #isOn = false;

  /** Of a frame of 20 ms; `played`: how loud we are ourselves, in dB. Answers what has changed. */
  hear(level: number, played: number): boolean | null {
    const isVoiced = level > Math.max(this.#noise + ABOVE_NOISE, LEAST, played + this.#echo + ABOVE_ECHO);
    if (played > PLAYED_LEAST) {
      const above = level - played - this.#echo;
      this.#echo = Math.min(ECHO_MOST, this.#echo + Math.min(ECHO_STEP, Math.max(-ECHO_STEP, above)));
    }
    if (!isVoiced || level < this.#noise) {
      const next = level < this.#noise ? level : this.#noise + RISE_A_FRAME * 5;
      this.#noise = Math.min(Math.max(next, -80), Math.max(level, -80), NOISE_MOST);
    } else this.#noise = Math.min(this.#noise + RISE_A_FRAME, NOISE_MOST);
    // One frame between does not begin it anew.
    this.#voicedMs = isVoiced ? this.#voicedMs + FRAME_MS : Math.max(0, this.#voicedMs - 2 * FRAME_MS);
    this.#silentMs = isVoiced ? 0 : this.#silentMs + FRAME_MS;
    if (!this.#isOn && this.#voicedMs >= ONSET_MS) {
      this.#isOn = true;
      return true;
    }
    if (this.#isOn && this.#silentMs >= HANG_MS) {
      this.#isOn = false;
      this.#voicedMs = 0;
      return false;
    }
    return null;
  }
}

/** In dB of the loudest that there is. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-10);
}
