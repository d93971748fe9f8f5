import pg from 'pg';
import type { Logger } from 'pino';
import type { Broker } from '../../domain/streams/streams.ports.ts';
import { packTexts, readTexts, type Told } from './packed-texts.ts';

/** One for all subjects: PostgreSQL goes through the channels of a connection one by one. */
const CHANNEL = 'antiphon_texts';
const LISTEN = `listen ${CHANNEL}`;
const GAP = 'control';
const AGAIN_MS = 1_000;
/** A connection that was cut says nothing: it is asked, and made anew where it does not answer. */
const ASKED_EVERY_MS = 10_000;
const ANSWER_MS = 5_000;
/** What waits while the database is slow. */
const WAITING_MAX = 10_000;

type Listener = { subject: string; onText: (text: string) => void; onGap: () => void };

/**
 * Texts by LISTEN and NOTIFY of the region's database: each process hears all of them and keeps what it was asked for. What is
 * published while a message is on its way goes with the next one. `url` leads to the database itself; `notify` may go through a
 * pooler.
 */
export function makePostgresNotify(options: {
  url: string;
  notify: (channel: string, message: string) => Promise<unknown>;
  log: Logger;
}): Broker {
  const { url, notify, log } = options;
  const self = crypto.randomUUID();
  const listeners = new Set<Listener>();
  const tellGap = () => {
    for (const { onGap } of listeners) onGap();
  };
  const hear = ({ subject, text }: Told) => {
    if (subject === GAP) return tellGap();
    for (const listener of listeners) if (listener.subject === subject) listener.onText(text);
  };
  const line = keepListening(url, {
    onMessage(message) {
      const { sender, told } = readTexts(message);
      if (sender !== self) for (const one of told) hear(one);
    },
    onGap: tellGap,
  });

  let waiting: Told[] = [];
  /** What was said to be published went nowhere. */
  let isLost = false;
  let isTaken = true;
  let sending: Promise<void> | undefined;
  let isStopped = false;
  const send = async () => {
    // What is published in one go travels together.
    await null;
    while (isLost || waiting.length > 0) {
      const all = isLost ? [{ subject: GAP, text: '' }, ...waiting] : waiting;
      waiting = [];
      isLost = false;
      try {
        for (const message of packTexts(self, all)) await notify(CHANNEL, message);
        isTaken = true;
      } catch (error) {
        if (isTaken) log.warn({ err: error }, 'texts to other processes were not taken; a gap is told when they are');
        isTaken = false;
        isLost = true;
        if (isStopped) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  };
  const start = () => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
  };
  return {
    publish(subject, text) {
      if (!isTaken || waiting.length >= WAITING_MAX) {
        isLost = true;
        start();
        return false;
      }
      waiting.push({ subject, text });
      start();
      return true;
    },
    subscribe(subject, onText, onGap) {
      const listener = { subject, onText, onGap };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard: async () => {},
    isUp: () => isTaken && line.isUp(),
    async stop() {
      isStopped = true;
      await sending;
      await line.stop();
    },
  };
}

/** One connection that listens, made anew where it breaks or does not answer; each beginning is a gap. */
function keepListening(url: string, { onMessage, onGap }: { onMessage: (text: string) => void; onGap: () => void }) {
  let client: pg.Client | undefined;
  let isUp = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: ANSWER_MS });
    client = next;
    const again = () => {
      if (client !== next) return;
      [client, isUp] = [undefined, false];
      // One that does not answer would wait for its end, too.
      next.end().catch(() => {});
      (next as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      if (!isStopped) timer = setTimeout(() => void connect(), AGAIN_MS);
    };
    next.on('error', again).on('end', again);
    next.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await next.connect();
      await next.query(LISTEN);
      if (client !== next) return;
      isUp = true;
      onGap();
    } catch {
      again();
    }
  };
  const connecting = connect();
  const asking = setInterval(() => {
    const asked = client;
    if (isUp && asked)
      asked.query({ text: LISTEN, query_timeout: ANSWER_MS } as pg.QueryConfig).catch(() => asked.emit('end'));
  }, ASKED_EVERY_MS);
  return {
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      clearInterval(asking);
      clearTimeout(timer);
      await connecting;
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
