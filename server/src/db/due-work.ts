import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { runWhenAsked } from './run-when-asked.ts';
import type { SystemScope } from './scope.ts';

/** What `due_work` knows of, by its names. */
export const DUE_KINDS = [
  'blueprintTarget',
  'callRecording',
  'campaign',
  'channelThread',
  'functionCall',
  'host',
  'lapsedCall',
  'paymentObject',
  'polledConnection',
  'sendingDomain',
  'suiteResult',
  'webhookDelivery',
] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** What waits at a provider or for a visitor is begun this soon, also where another process wrote it. */
const LOOK_MS = 400;

type Deps = { database: Database; systemScope: SystemScope; log: Logger };
type Watch = { listeners: Set<{ kind: DueKind; found: () => void }>; end(): Promise<void> };

const watches = new WeakMap<Database, Watch>();

/**
 * Calls `found` at each look that finds something due of this kind, until `end`. All runners of a process on one database look together:
 * one round trip a look, whose plan is kept, where a claim of each is three that are planned anew.
 */
export function watchDue(deps: Deps, kind: DueKind, found: () => void): { end(): Promise<void> } {
  const watch = watches.get(deps.database) ?? startWatch(deps);
  const listener = { kind, found };
  watch.listeners.add(listener);
  return {
    async end() {
      watch.listeners.delete(listener);
      if (watch.listeners.size === 0) await watch.end();
    },
  };
}

function startWatch({ database, systemScope, log }: Deps): Watch {
  const listeners: Watch['listeners'] = new Set();
  const looking = runWhenAsked(async () => {
    try {
      const due = await database.call<Record<DueKind, boolean>>(systemScope, 'due_work', []);
      for (const { kind, found } of listeners) if (due[kind]) found();
    } catch (error) {
      log.error({ err: error }, 'what is due could not be looked up; the next look tries again');
    }
  });
  const timer = setInterval(() => looking.ask(), LOOK_MS);
  const watch = {
    listeners,
    async end() {
      clearInterval(timer);
      if (watches.get(database) === watch) watches.delete(database);
      await looking.ended();
    },
  };
  watches.set(database, watch);
  return watch;
}
