import type { HeardSpeech, Sound, SpeechToText } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';

export const HEARD_RATE = 16_000;
const BYTES_A_SECOND = HEARD_RATE * 2;
/** Nobody speaks faster than time passes: what a page sends beyond a stall of the network is not listened to. */
const BURST_BYTES = 5 * BYTES_A_SECOND;
const REOPENED_MAX = 3;
const REOPENED_WITHIN_MS = 60_000;
/** Whoever listens tells four times a second that it does: one that says nothing to a voice for so long does not. */
const STALLED_MS = 1_500;
/** Of a voice that is not understood yet so much is kept, for whoever listens in another's place; else what comes before a voice is told. */
const KEPT_BYTES = { voice: 8 * BYTES_A_SECOND, silence: 0.6 * BYTES_A_SECOND };

type Options = {
  toText: SpeechToText;
  lang: string;
  hints: string[];
  onHeard(heard: HeardSpeech): void;
  /** Somebody has spoken, and was not listened to. */
  onUnheard(): void;
  /** Nothing is heard any more. */
  onFailure(failure: unknown): void;
};

/**
 * Listens to a caller, from the first sound on. A connection that is lost, or says nothing while somebody speaks, is opened again, a few times
 * a minute, and told anew what was being said.
 */
export function hearSound({ toText, lang, hints, onHeard, onUnheard, onFailure }: Options) {
  const failedAt: number[] = [];
  let isOver = false;
  let allowed = BURST_BYTES;
  let allowedAt = performance.now();
  let current: ReturnType<SpeechToText['open']> | null = null;
  let signAt = 0;
  const voice = { isOn: false, isOwed: false, stalls: 0, timer: undefined as NodeJS.Timeout | undefined };
  let kept: Sound[] = [];
  let keptBytes = 0;

  const open = () => {
    const listening = toText.open({
      lang,
      hints,
      rate: HEARD_RATE,
      onHeard(heard) {
        if (isOver || listening !== current) return;
        if (heard.kind === 'final') voice.isOwed = false;
        voice.stalls = 0;
        onHeard(heard);
      },
      onSign() {
        signAt = performance.now();
      },
      onFailure(failure) {
        if (!isOver && listening === current) reopen(failure);
      },
    });
    return listening;
  };
  const reopen = (failure: unknown) => {
    const now = performance.now();
    while (failedAt.length > 0 && now - (failedAt[0] as number) > REOPENED_WITHIN_MS) failedAt.shift();
    failedAt.push(now);
    const mayReopen = failure instanceof VendorFailure && failure.canRetry && failedAt.length <= REOPENED_MAX;
    if (mayReopen) {
      current = open();
      for (const sound of kept) current.push(sound);
      return;
    }
    end();
    onFailure(failure);
  };
  const watch = () => {
    clearTimeout(voice.timer);
    const begunAt = performance.now();
    voice.timer = setTimeout(() => {
      if (isOver || !current) return;
      if (signAt > begunAt) {
        if (voice.isOn) watch();
        return;
      }
      const stalled = current;
      voice.stalls += 1;
      reopen(new VendorFailure('unreachable', 'Nothing was said of what was heard.'));
      stalled.end();
      // The one in its place does not listen either.
      if (voice.stalls > 1 && !voice.isOn && !isOver) onUnheard();
      else watch();
    }, STALLED_MS);
  };
  const keep = (sound: Sound) => {
    kept.push(sound);
    keptBytes += sound.length;
    const most = voice.isOwed ? KEPT_BYTES.voice : KEPT_BYTES.silence;
    while (keptBytes > most) keptBytes -= kept.shift()?.length ?? keptBytes;
  };
  const end = () => {
    if (!isOver) current?.end();
    isOver = true;
    clearTimeout(voice.timer);
    kept = [];
  };

  return {
    push(sound: Sound) {
      if (isOver || sound.length === 0 || sound.length % 2 !== 0) return;
      const now = performance.now();
      allowed = Math.min(BURST_BYTES, allowed + ((now - allowedAt) / 1_000) * BYTES_A_SECOND * 1.1);
      allowedAt = now;
      if (sound.length > allowed) return;
      allowed -= sound.length;
      current ??= open();
      current.push(sound);
      keep(sound);
    },
    /** The page hears a voice, or none any more. */
    voice(isOn: boolean) {
      if (isOver || isOn === voice.isOn) return;
      voice.isOn = isOn;
      if (!isOn) return;
      Object.assign(voice, { isOwed: true, stalls: 0 });
      watch();
    },
    end,
  };
}
