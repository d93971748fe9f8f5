import type { ServerResponse } from 'node:http';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import type { Signals } from './signals.ports.ts';

/** Signals of one moment go out together, each once. */
const GATHER_MS = 50;
/** A reader that leaves this much unread is gone or stuck: it is cut off and connects again. */
const UNREAD_BYTES_MAX = 256 * 1024;

export type SignalReader = {
  /** Calls `beat` while the reader may stay, and `end` where not. Returns what ends it. */
  watch: (beat: () => void, end: () => void) => () => void;
  select: (signals: readonly Signal[]) => Promise<Signal[]>;
};

/**
 * Writes a workspace's signals to the raw response until the reader leaves or `shutdown` fires. Whoever
 * loses access is cut off by `watch`. `select` says what of them the reader is told. A reader begins, and begins again,
 * by reading what it shows: nothing is replayed.
 */
export function streamSignals(
  { signals }: { signals: Signals },
  workspaceUid: WorkspaceUid,
  { watch, select }: SignalReader,
  response: ServerResponse,
  shutdown: AbortSignal,
) {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  response.write('retry: 1000\n\n');
  const end = () => response.end();
  let waiting = new Map<string, Signal>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (response.writableLength > UNREAD_BYTES_MAX) return response.destroy();
    const gathered = [...waiting.values()];
    waiting = new Map();
    // They say what to read anew, in no order.
    select(gathered).then(
      (told) => {
        if (told.length > 0 && !response.writableEnded)
          response.write(told.map((signal) => `data: ${JSON.stringify(signal)}\n\n`).join(''));
      },
      () => end(),
    );
  };
  const unsubscribe = signals.subscribe(workspaceUid, (signal) => {
    // Connecting anew makes the reader read everything.
    if (!signal) return end();
    waiting.set(`${signal.kind} ${signal.id}`, signal);
    timer ??= setTimeout(flush, GATHER_MS);
  });
  const endWatch = watch(() => void response.write(': still here\n\n'), end);
  shutdown.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    unsubscribe();
    endWatch();
    clearTimeout(timer);
    shutdown.removeEventListener('abort', end);
  });
}
