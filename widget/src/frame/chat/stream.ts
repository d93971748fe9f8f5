import type { ConversationEvent } from '@antiphon/contract/events';
import { makeSseParser } from './sse.ts';

/** The server sends a heartbeat every 15 s: after three missing ones the line is taken for dead. */
const SILENCE_MS_MAX = 45_000;
const BACKOFF_MS_MAX = 15_000;
/** The server keeps what was streamed for ten minutes; after a longer absence the conversation is read anew. */
const ABSENCE_MS_MAX = 9 * 60_000;

export interface StreamOptions {
  url: string;
  token: string;
  /** The id of the last event that is already known; empty for the whole stream. */
  lastEventId: string;
  onEvent(event: ConversationEvent): void;
  onLive(isLive: boolean): void;
  /** The stream cannot go on from where it was: the conversation is to be read again and a new stream opened. */
  onLost(): void;
  fetch?: typeof fetch;
  /** Milliseconds to wait before the given attempt; a test makes it short. */
  delayMs?(attempt: number): number;
}

export interface Stream {
  stop(): void;
  /** Tries again at once, when the network is back. */
  wake(): void;
}

const backoffMs = (attempt: number) => Math.min(500 * 2 ** attempt, BACKOFF_MS_MAX) * (0.5 + Math.random() / 2);

const NUMBERS = /^\d+(\.\d+)*$/;

/**
 * True where `id` is not beyond `last`: a server that repeats itself after a reconnect adds nothing twice. Ids are
 * numbers, or several joined by points, the weightiest first; of others only the very same one is known.
 */
export function isKnown(id: string, last: string): boolean {
  if (!id || !last) return false;
  if (!NUMBERS.test(id) || !NUMBERS.test(last)) return id === last;
  const own = id.split('.');
  const other = last.split('.');
  for (let at = 0; at < own.length; at++) {
    const difference = Number(own[at]) - Number(other[at] ?? 0);
    if (difference) return difference < 0;
  }
  return true;
}

/** Reads a conversation's events, through cuts, until stopped. Every event is given out once and in its order. */
export function openStream(options: StreamOptions): Stream {
  const doFetch = options.fetch ?? fetch;
  let last = options.lastEventId;
  let attempt = 0;
  let isStopped = false;
  let aliveAt = Date.now();
  let abort = new AbortController();
  let wakeUp = () => {};

  async function readOnce(): Promise<void> {
    abort = new AbortController();
    let silence = setTimeout(() => abort.abort(), SILENCE_MS_MAX);
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream', authorization: `Bearer ${options.token}` };
      if (last) headers['last-event-id'] = last;
      const response = await doFetch(options.url, { headers, signal: abort.signal, cache: 'no-store' });
      if ([401, 403, 404, 410].includes(response.status)) {
        isStopped = true;
        options.onLost();
        return;
      }
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      attempt = 0;
      options.onLive(true);
      const parse = makeSseParser(({ id, event, data }) => {
        // Typing has no id of its own: the parser gives it that of the event before.
        if (isStopped || (event !== 'typing' && isKnown(id, last))) return;
        if (id) last = id;
        options.onEvent({ event, data: JSON.parse(data) } as ConversationEvent);
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => abort.abort(), SILENCE_MS_MAX);
        aliveAt = Date.now();
        parse(decoder.decode(part.value, { stream: true }));
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await readOnce().catch(() => {});
      if (isStopped) return;
      options.onLive(false);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, (options.delayMs ?? backoffMs)(attempt));
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      attempt += 1;
      if (!isStopped && Date.now() - aliveAt > ABSENCE_MS_MAX) {
        isStopped = true;
        options.onLost();
      }
    }
  }
  void run();
  return {
    stop() {
      isStopped = true;
      abort.abort();
      wakeUp();
    },
    wake: () => wakeUp(),
  };
}
