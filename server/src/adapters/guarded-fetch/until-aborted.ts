import type { Dispatcher } from 'undici';

/** undici hears a signal only once it is connected: a resolver or a connection that hangs would hold the caller. */
export function untilAborted(
  answer: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason);
      answer.then(discard, () => {});
    };
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}

/** Closes the connection: a body that nobody reads is not waited for. */
export const discard = (answer: Dispatcher.ResponseData) => void answer.body.on('error', () => {}).destroy();
