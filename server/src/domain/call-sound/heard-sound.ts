import type { HeardSpeech, Sound, SpeechToText } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';

export const HEARD_RATE = 16_000;
const BYTES_A_SECOND = HEARD_RATE * 2;
/** Nobody speaks faster than time passes: what a page sends beyond a stall of the network is not listened to. */
const BURST_BYTES = 5 * BYTES_A_SECOND;
const REOPENED_MAX = 3;
const REOPENED_WITHIN_MS = 60_000;

type Options = {
  toText: SpeechToText;
  lang: string;
  hints: string[];
  onHeard(heard: HeardSpeech): void;
  /** Nothing is heard any more. */
  onFailure(failure: unknown): void;
};

/** Listens to a caller. A connection that is lost is opened again, a few times a minute; what was being said is lost with it. */
export function hearSound({ toText, lang, hints, onHeard, onFailure }: Options) {
  const failedAt: number[] = [];
  let isOver = false;
  let allowed = BURST_BYTES;
  let allowedAt = performance.now();

  const open = () => {
    const listening = toText.open({
      lang,
      hints,
      rate: HEARD_RATE,
      onHeard(heard) {
        if (!isOver) onHeard(heard);
      },
      onFailure(failure) {
        if (isOver || listening !== current) return;
        const now = performance.now();
        while (failedAt.length > 0 && now - (failedAt[0] as number) > REOPENED_WITHIN_MS) failedAt.shift();
        failedAt.push(now);
        const mayReopen = failure instanceof VendorFailure && failure.canRetry && failedAt.length <= REOPENED_MAX;
        if (mayReopen) {
          current = open();
          return;
        }
        isOver = true;
        onFailure(failure);
      },
    });
    return listening;
  };
  let current = open();

  return {
    push(sound: Sound) {
      if (isOver || sound.length === 0 || sound.length % 2 !== 0) return;
      const now = performance.now();
      allowed = Math.min(BURST_BYTES, allowed + ((now - allowedAt) / 1_000) * BYTES_A_SECOND * 1.1);
      allowedAt = now;
      if (sound.length > allowed) return;
      allowed -= sound.length;
      current.push(sound);
    },
    end() {
      if (!isOver) current.end();
      isOver = true;
    },
  };
}
