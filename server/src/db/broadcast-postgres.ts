import pg from 'pg';

/** Texts between the processes that share a database. Lost where nobody listens: whoever shows something reads it anew. */
export type Broadcast = {
  /** At most 7,500 bytes. What one caller sends, waiting each time, arrives in that order. */
  send(channel: BroadcastChannel, text: string): Promise<void>;
  /** `onGap` is called when texts may have been missed. */
  listen(channel: BroadcastChannel, onText: (text: string) => void, onGap: () => void): () => Promise<void>;
};
export type BroadcastChannel = 'signals' | 'live';

const nameOf = (channel: BroadcastChannel) => `antiphon_${channel}`;
const RECONNECT_MS = 1_000;

type Listener = { channel: BroadcastChannel; onText: (text: string) => void; onGap: () => void };

/** LISTEN holds one connection for all channels, which is made anew when it breaks. */
export function makeBroadcast(pool: pg.Pool, connectionString: string): Broadcast {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** For whom the connection of now listens. */
  let heard = new Set<Listener>();

  const connect = async () => {
    const next = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = next;
    const again = () => {
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      if (listeners.size > 0) timer = setTimeout(start, RECONNECT_MS);
    };
    next.on('error', again).on('end', again);
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (nameOf(listener.channel) === channel) listener.onText(payload ?? '');
    });
    try {
      await next.connect();
      heard = new Set();
      // Those that came while it connected, too.
      for (const listener of listeners) {
        await next.query(`listen ${nameOf(listener.channel)}`);
        heard.add(listener);
      }
      for (const listener of heard) listener.onGap();
    } catch {
      again();
    }
  };
  const start = () => {
    connecting = connect();
  };
  const add = async (listener: Listener) => {
    listeners.add(listener);
    if (listeners.size === 1 && !client) return start();
    await connecting;
    if (heard.has(listener)) return;
    // Where the connection broke, the next one says it for all.
    await client
      ?.query(`listen ${nameOf(listener.channel)}`)
      .then(listener.onGap)
      .catch(() => {});
  };
  return {
    async send(channel, text) {
      await pool.query('select pg_notify($1, $2)', [nameOf(channel), text]);
    },
    listen(channel, onText, onGap) {
      const listener = { channel, onText, onGap };
      void add(listener);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        await connecting;
        const last = client;
        client = undefined;
        await last?.end().catch(() => {});
      };
    },
  };
}
