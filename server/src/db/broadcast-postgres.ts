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

/** LISTEN holds a connection of its own, which is made anew when it breaks. */
export function makeBroadcast(pool: pg.Pool, connectionString: string): Broadcast {
  return {
    async send(channel, text) {
      await pool.query('select pg_notify($1, $2)', [nameOf(channel), text]);
    },
    listen(channel, onText, onGap) {
      let isStopped = false;
      let client: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      const connect = async () => {
        const next = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
        client = next;
        const again = () => {
          if (isStopped || client !== next) return;
          client = undefined;
          next.end().catch(() => {});
          timer = setTimeout(() => void connect(), RECONNECT_MS);
        };
        next.on('error', again).on('end', again);
        next.on('notification', ({ payload }) => onText(payload ?? ''));
        try {
          await next.connect();
          await next.query(`listen ${nameOf(channel)}`);
          onGap();
        } catch {
          again();
        }
      };
      const connecting = connect();
      return async () => {
        isStopped = true;
        clearTimeout(timer);
        await connecting;
        await client?.end().catch(() => {});
      };
    },
  };
}
