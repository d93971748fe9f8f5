import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { makePostgresNotify } from './adapters/postgres-notify/postgres-notify.ts';
import type { Database } from './db/database.ts';
import { makeSignals } from './domain/signals/make-signals.ts';
import { makeJoinedConversations } from './domain/streams/join-processes.ts';
import type { Broker } from './domain/streams/streams.ports.ts';
import type { Settings } from './settings.ts';

/** How the processes of a region tell each other; null where one process alone has the database. */
export async function makeBroker(settings: Settings, database: Database, log: Logger): Promise<Broker | null> {
  const { region, directUrl } = database;
  if (directUrl === null) return null;
  const { urls, cell } = settings.brokers[region];
  if (urls === '') {
    const notify = (channel: string, message: string) =>
      database.unscoped.execute(sql`select pg_notify(${channel}, ${message})`);
    return makePostgresNotify({ url: directUrl, notify, log });
  }
  const { makeNatsBroker } = await import('./adapters/nats/nats-broker.ts');
  return makeNatsBroker({ urls, prefix: `antiphon.${region}.${cell}`, log });
}

/** What the processes of a region tell each other; `leave` tells the last of it. */
export async function joinProcesses(settings: Settings, database: Database, log: Logger) {
  const broker = await makeBroker(settings, database, log);
  const { live, stop } = makeJoinedConversations({ broker });
  const signals = makeSignals({ broker });
  const leave = async () => {
    await Promise.all([signals.stop(), stop()]);
    await broker?.stop();
  };
  return { live, signals, leave };
}
