import type { WorkspaceUid } from '@antiphon/contract/ids';
import { PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { makeScope, makeSystemScope } from '../db/make-scope.ts';
import type { Job, Listener, RelayedEvent, Schedule } from './job.ts';
import { startRelay } from './outbox-relay.ts';

type JobData = { eventId: string; workspaceUid: WorkspaceUid; payload: Record<string, unknown> };

export type Queue = { stop(): Promise<void> };

/** Starts the workers of one region: every job, every schedule, and the relay that feeds them from the outbox. */
export async function startQueue<Deps>(options: {
  database: Database;
  deps: Deps;
  jobs: readonly Job<Deps>[];
  listeners: readonly Listener<Deps>[];
  schedules: readonly Schedule<Deps>[];
  log: Logger;
}): Promise<Queue> {
  const { database, deps, jobs, listeners, schedules, log } = options;
  // Work by the clock purges and sums up: no visitor waits for it.
  const behind = { ...deps, database: database.background } as Deps;
  const boss = new PgBoss({ ...database.queueConnection, schema: 'pgboss', max: 4, useListenNotify: true });
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  await boss.start();
  for (const job of jobs) await startWorker(boss, job, deps, log);
  for (const schedule of schedules) await startSchedule(boss, schedule, behind, log);
  const listen = await startListeners(boss, listeners, deps, log);
  const stopRelay = startRelay({
    database,
    log,
    listen,
    subscribers: (type) => jobs.filter((job) => job.on.includes(type)).map((job) => job.name),
    send: async (name, data) => {
      await boss.send(name, data, { singletonKey: data.eventId });
    },
  });
  return {
    async stop() {
      await stopRelay();
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/**
 * The database tells the workers of a new job. They look by themselves for what is tried again after a pause, and more often
 * where they cannot be told (a connection that PgBouncer lends for one transaction at a time).
 */
const LOOKING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 };
const LOOKING_SELDOM = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30 };

/** One that an older version made has the options of this one from now on, but for its policy. */
async function bringQueue(boss: PgBoss, name: string, { policy, ...options }: QueueOptions & { policy?: 'short' }) {
  await boss.createQueue(name, policy ? { ...options, policy } : options);
  await boss.updateQueue(name, { ...options, notify: true });
}

const LISTEN_AGAIN = 'listen_again';

/**
 * What the relay calls for each event. Where a listener fails, its event is handed to the queue, which calls it again with
 * growing pauses: one bad event must not hold up those behind it.
 */
async function startListeners<Deps>(boss: PgBoss, listeners: readonly Listener<Deps>[], deps: Deps, log: Logger) {
  type Again = { listener: string; workspaceUid: WorkspaceUid; event: RelayedEvent };
  const call = ({ listener, workspaceUid, event }: Again) =>
    listeners
      .find(({ name }) => name === listener)
      ?.run(deps, makeScope(workspaceUid), { ...event, createdAt: new Date(event.createdAt) });
  await bringQueue(boss, LISTEN_AGAIN, { retryLimit: 12, retryDelay: 2, retryBackoff: true, expireInSeconds: 60 });
  await boss.work<Again>(LISTEN_AGAIN, { ...LOOKING, batchSize: 1 }, async ([item]) => {
    if (item) await call(item.data);
  });
  return async (workspaceUid: WorkspaceUid, event: RelayedEvent) => {
    for (const { name, on } of listeners) {
      if (!on.includes(event.type)) continue;
      const again = { listener: name, workspaceUid, event };
      try {
        await call(again);
      } catch (error) {
        log.error({ err: error, listener: name, eventId: event.id }, 'listener failed; the queue calls it again');
        await boss.send(LISTEN_AGAIN, again);
      }
    }
  };
}

async function startWorker<Deps>(boss: PgBoss, job: Job<Deps>, deps: Deps, log: Logger) {
  await bringQueue(boss, job.name, {
    retryLimit: job.retriesMax,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds,
  });
  const options = { ...LOOKING, localConcurrency: job.parallel, batchSize: 1 };
  await boss.work<JobData>(job.name, options, async ([item]) => {
    if (!item) return;
    try {
      await job.run(deps, makeScope(item.data.workspaceUid), item.data.payload);
    } catch (error) {
      log.error({ err: error, job: job.name, eventId: item.data.eventId }, 'job failed');
      throw error;
    }
  });
}

async function startSchedule<Deps>(boss: PgBoss, schedule: Schedule<Deps>, deps: Deps, log: Logger) {
  await bringQueue(boss, schedule.name, { policy: 'short', retryLimit: 0, expireInSeconds: 600 });
  await boss.work(schedule.name, LOOKING_SELDOM, async () => {
    try {
      await schedule.run(deps, makeSystemScope(schedule.name), (uid) => makeScope(uid as WorkspaceUid));
    } catch (error) {
      log.error({ err: error, schedule: schedule.name }, 'schedule failed');
      throw error;
    }
  });
  await boss.schedule(schedule.name, schedule.cron);
}
