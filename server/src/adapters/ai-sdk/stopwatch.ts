import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { ModelLimits } from './model-limits.ts';

/**
 * The three limits of one call, and the caller's own signal, as one signal. Between `pause` and `awaitNext` only the whole
 * limit runs, so that a reader who is slow to take a token is not held against the model.
 */
export function startStopwatch(limits: ModelLimits, outer: AbortSignal) {
  const controller = new AbortController();
  let expired: VendorFailure | undefined;
  const expire = (sentence: string) => () => {
    expired = new VendorFailure('unreachable', sentence);
    controller.abort(expired);
  };
  const stop = () => controller.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop, { once: true });

  const seconds = (ms: number) => `${ms / 1_000} s`;
  const whole = setTimeout(expire(`The answer took longer than ${seconds(limits.wholeMs)}.`), limits.wholeMs);
  const onGap = expire(`The model fell silent for ${seconds(limits.gapMs)} in the middle of its answer.`);
  let next = setTimeout(expire(`The model sent nothing for ${seconds(limits.firstTokenMs)}.`), limits.firstTokenMs);

  return {
    signal: controller.signal,
    /** Which limit ended the call, if one did. */
    get expired() {
      return expired;
    },
    pause: () => clearTimeout(next),
    awaitNext() {
      next = setTimeout(onGap, limits.gapMs);
    },
    /** Also ends the request, where it still runs: a reader may have left in the middle. */
    stop() {
      clearTimeout(whole);
      clearTimeout(next);
      outer.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
