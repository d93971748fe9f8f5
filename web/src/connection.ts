import { onlineManager } from '@tanstack/react-query';

const lookMs = 3_000;
let looking: Promise<boolean> | null = null;

/**
 * Whether the server is reached, which the browser alone does not know: a network without a way out counts as online there.
 * Whoever reads something is asked again by the query client as soon as it is.
 */
export function watchConnection(): void {
  onlineManager.setEventListener(() => {
    const look = () => void isReached();
    window.addEventListener('offline', look);
    window.addEventListener('online', look);
    return () => {
      window.removeEventListener('offline', look);
      window.removeEventListener('online', look);
    };
  });
}

/** Asks the server itself. While it does not answer it is asked again and again; any answer will do. */
export function isReached(): Promise<boolean> {
  looking ??= fetch('/livez', { cache: 'no-store' })
    .then(
      () => true,
      () => false,
    )
    .then((isAnswered) => {
      looking = null;
      onlineManager.setOnline(isAnswered);
      if (!isAnswered) setTimeout(() => void isReached(), lookMs);
      return isAnswered;
    });
  return looking;
}

/** A call that does not reach the server is an occasion to look whether anything does. */
export async function noticed(call: Promise<Response>): Promise<Response> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypeError) void isReached();
    throw error;
  }
}

/** What cannot be loaded without a connection, such as the code of a screen, is loaded when there is one again. */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (await isReached()) throw error;
    await new Promise<void>((resolve) => {
      const stop = onlineManager.subscribe((isOnline) => {
        if (!isOnline) return;
        stop();
        resolve();
      });
    });
    return patiently(load);
  }
}
