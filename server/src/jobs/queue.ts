import { createHash } from 'node:crypto';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type QueueOptions, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';
import { printableError } from '../db/describe-error.ts';
import { makeScope, makeSystemScope } from '../db/make-scope.ts';
import { Moved } from '../db/moved.ts';
import type { Job, Listener, RelayedEvent, Schedule } from './job.ts';
import type { ClaimedEvent, claimEvents } from './outbox.queries.ts';
import { startRelay } from './outbox-relay.ts';
import { outboxSchedule } from './purge-outbox.ts';

type Sent = { id: string; data: object };
type Insert = (tx: Tx, name: string, sent: Sent[]) => Promise<unknown>;
type JobData = { eventId: string; workspaceUid: WorkspaceUid; payload: Record<string, unknown> };

/** What of a process's 30 s to end is the jobs'. */
const STOP_MS = 15_000;

export type Queue = { stop(): Promise<void> };

/** Starts the workers of one region: every job, every schedule, and the relay that feeds them from the outbox. */
export async function startQueue<Deps>(options: {
  database: Database;
  deps: Deps;
  jobs: readonly Job<Deps>[];
  listeners: readonly Listener<Deps>[];
  schedules: readonly Schedule<Deps>[];
  log: Logger;
  claim?: typeof claimEvents;
}): Promise<Queue> {
  const { database, deps, jobs, listeners, schedules, log, ...rest } = options;
  // Work by the clock purges and sums up: no visitor waits for it.
  const behind = { ...deps, database: database.background } as Deps;
  const boss = new PgBoss({ ...database.queueConnection, schema: 'pgboss', useListenNotify: true });
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  await boss.start();
  const brought = { boss, ...(await findBrought(boss)) };
  for (const job of jobs) await startWorker(brought, job, deps, log);
  for (const schedule of schedules) await startSchedule(brought, schedule, behind, log);
  await startSchedule(brought, outboxSchedule, { database: database.background }, log);
  const insert = (tx: Tx, name: string, sent: Sent[]) =>
    database.within(tx, 'queue', () => boss.insert(name, sent, { db: fromDrizzle(tx, sql) }));
  const listen = await startListeners(brought, { database, listeners, deps, log, insert });
  const send = async (tx: Tx, events: readonly ClaimedEvent[]) => {
    for (const { name, on } of jobs) {
      const sent = events
        .filter(({ type }) => on.includes(type))
        .map(({ id, workspaceUid, payload }) => ({
          id: jobIdOf(id, name),
          data: { eventId: id, workspaceUid, payload },
        }));
      if (sent.length > 0) await insert(tx, name, sent);
    }
  };
  const stopRelay = startRelay({ database, log, listen, send, ...rest });
  return {
    async stop() {
      await stopRelay();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

/**
 * The database tells the workers of a new job. They look by themselves for what is tried again after a pause, and more often
 * where they cannot be told (a connection that PgBouncer lends for one transaction at a time).
 */
const LOOKING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 };
/** Beside one that looks so often. */
const LOOKING_BESIDE = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 15 };
const LOOKING_SELDOM = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30 };

/** What stands in the database of queues and of their clocks: what is as it should be is not written again, a hundred times at each start. */
type Brought = { boss: PgBoss; queues: ReadonlyMap<string, QueueOptions>; crons: ReadonlyMap<string, string> };

async function findBrought(boss: PgBoss): Promise<Omit<Brought, 'boss'>> {
  const [queues, schedules] = [await boss.getQueues(), await boss.getSchedules()];
  return {
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    crons: new Map(schedules.map(({ name, cron }) => [name, cron])),
  };
}

type Options = { policy?: 'short' } & Pick<
  QueueOptions,
  'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds'
>;

/** One that an older version made has the options of this one from now on, but for its policy. */
async function bringQueue({ boss, queues }: Brought, name: string, { policy, ...rest }: Options) {
  const options = { ...rest, notify: true };
  const found = queues.get(name);
  if (found && Object.entries(options).every(([key, value]) => found[key as keyof QueueOptions] === value)) return;
  await boss.createQueue(name, policy ? { ...options, policy } : options);
  await boss.updateQueue(name, options);
  // So that it is known before jobs are sent within a transaction, where the embedded database answers nobody else.
  await boss.insert(name, []);
}

/** One job of an event and a name: whatever sends it twice, it is there once. */
function jobIdOf(eventId: string, name: string): string {
  const hex = createHash('sha256').update(`${eventId} ${name}`).digest('hex');
  // As a UUID of version 8, whose bits are anybody's.
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * `parallel` workers of one queue. Whoever had a job looks for the next at once: the database tells of many jobs that were
 * written together as of one.
 */
async function workOn<Data>(
  boss: PgBoss,
  name: string,
  { parallel = 1, ...options }: WorkOptions & { parallel?: number },
  run: (data: Data) => Promise<void>,
) {
  for (let worker = 0; worker < parallel; worker += 1) {
    const looking = worker === 0 ? options : { ...options, ...LOOKING_BESIDE };
    const id: string = await boss.work<Data>(name, { ...looking, batchSize: 1 }, async ([item]) => {
      if (!item) return;
      try {
        await run(item.data);
      } finally {
        boss.notifyWorker(id);
      }
    });
  }
}

const LISTEN_AGAIN = 'listen_again';

/**
 * What the relay calls for each event. Where a listener fails, what it wrote is undone and its event is handed to the queue,
 * which calls it again with growing pauses: one bad event must not hold up those behind it.
 */
async function startListeners<Deps>(
  brought: Brought,
  {
    database,
    listeners,
    deps,
    log,
    insert,
  }: {
    database: Database;
    listeners: readonly Listener<Deps>[];
    deps: Deps;
    log: Logger;
    insert: Insert;
  },
) {
  type Again = { listener: string; workspaceUid: WorkspaceUid; event: RelayedEvent };
  await bringQueue(brought, LISTEN_AGAIN, {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
  });
  await workOn<Again>(brought.boss, LISTEN_AGAIN, LOOKING, async ({ listener, workspaceUid, event }) => {
    const again = listeners.find(({ name }) => name === listener);
    const scope = makeScope(workspaceUid);
    const heard = { ...event, createdAt: new Date(event.createdAt) };
    const hearing = again && database.transaction(scope, (tx) => again.run(deps, tx, scope, heard));
    // The queue writes down what is thrown here, whole: it gets what may be kept.
    const tell = await hearing?.catch((error: unknown) =>
      isDoneElsewhere(error) ? undefined : Promise.reject(printableError(error)),
    );
    tell?.();
  });
  return async (tx: Tx, { workspaceUid, ...event }: ClaimedEvent) => {
    const scope = makeScope(workspaceUid);
    const concerned = listeners.filter(({ on }) => on.includes(event.type));
    const hear = (some: typeof concerned) =>
      database.within(tx, scope, async () => {
        const told: (() => void)[] = [];
        for (const { run } of some) {
          const tell = await run(deps, tx, scope, event);
          if (tell) told.push(tell);
        }
        return told;
      });
    if (concerned.length === 0) return [];
    // All in one part of the transaction; where one fails, each in its own.
    const together = await hear(concerned).catch(() => null);
    if (together) return together;
    const told: (() => void)[] = [];
    for (const listener of concerned) {
      try {
        told.push(...(await hear([listener])));
      } catch (error) {
        const { name } = listener;
        log.error({ err: error, listener: name, eventId: event.id }, 'listener failed; the queue calls it again');
        const data = { listener: name, workspaceUid, event };
        await insert(tx, LISTEN_AGAIN, [{ id: jobIdOf(event.id, name), data }]);
      }
    }
    return told;
  };
}

/** A job goes with its workspace: the other database has it, too. */
const isDoneElsewhere = (error: unknown) => error instanceof Moved && error.home === 'away';

async function startWorker<Deps>(brought: Brought, job: Job<Deps>, deps: Deps, log: Logger) {
  await bringQueue(brought, job.name, {
    retryLimit: job.retriesMax,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds,
  });
  await workOn<JobData>(brought.boss, job.name, { ...LOOKING, parallel: job.parallel }, async (data) => {
    try {
      await job.run(deps, makeScope(data.workspaceUid), data.payload);
    } catch (error) {
      if (isDoneElsewhere(error)) return;
      log.error({ err: error, job: job.name, eventId: data.eventId }, 'job failed');
      throw printableError(error);
    }
  });
}

async function startSchedule<Deps>(brought: Brought, schedule: Schedule<Deps>, deps: Deps, log: Logger) {
  const { boss, crons } = brought;
  await bringQueue(brought, schedule.name, { policy: 'short', retryLimit: 0, expireInSeconds: 600 });
  await boss.work(schedule.name, LOOKING_SELDOM, async () => {
    try {
      await schedule.run(deps, makeSystemScope(schedule.name), (uid) => makeScope(uid as WorkspaceUid));
    } catch (error) {
      log.error({ err: error, schedule: schedule.name }, 'schedule failed');
      throw printableError(error);
    }
  });
  if (crons.get(schedule.name) !== schedule.cron) await boss.schedule(schedule.name, schedule.cron);
}
