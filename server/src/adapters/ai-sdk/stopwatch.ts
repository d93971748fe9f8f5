import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { ModelLimits } from './model-limits.ts';

export type Stopwatch = ReturnType<typeof startStopwatch>;

/**
 * The three limits of one call, and the caller's own signal, as one signal. Between `pause` and `awaitNext` only the whole
 * limit runs, so that a reader who is slow to take a token is not held against the model.
 */
export function startStopwatch(limits: ModelLimits, outer: AbortSignal) {
  const controller = new AbortController();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  let expired: VendorFailure | undefined;
  const abort = (reason: unknown) => {
    controller.abort(reason);
    aborted.reject(reason);
  };
  const expire = (sentence: string) => () => {
    expired = new VendorFailure('unreachable', sentence);
    abort(expired);
  };
  const onOuter = () => abort(outer.reason);
  outer.addEventListener('abort', onOuter, { once: true });

  const seconds = (ms: number) => `${ms / 1_000} s`;
  const whole = setTimeout(expire(`The answer took longer than ${seconds(limits.wholeMs)}.`), limits.wholeMs);
  const first = setTimeout(expire(`The model sent nothing for ${seconds(limits.firstTokenMs)}.`), limits.firstTokenMs);
  const onGap = expire(`The model fell silent for ${seconds(limits.gapMs)} in the middle of its answer.`);
  let gap: NodeJS.Timeout | undefined;
  let isPaused = false;

  return {
    signal: controller.signal,
    /** Rejects when the signal aborts. */
    aborted: aborted.promise,
    /** Which limit ended the call, if one did. */
    get expired() {
      return expired;
    },
    pause() {
      clearTimeout(first);
      isPaused = true;
    },
    /** One timer for all gaps, set back at each: a new one a token would be the dearest part of the loop. */
    awaitNext() {
      isPaused = false;
      if (gap) gap.refresh();
      else gap = setTimeout(() => (isPaused ? gap?.refresh() : onGap()), limits.gapMs);
    },
    /** Unless the answer is over, its request is ended too: its reader may have left in the middle. */
    stop(isOver: boolean) {
      clearTimeout(whole);
      clearTimeout(first);
      clearTimeout(gap);
      outer.removeEventListener('abort', onOuter);
      if (!isOver) controller.abort();
    },
  };
}
