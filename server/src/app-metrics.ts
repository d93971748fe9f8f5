import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Region } from '@antiphon/contract/regions';
import { type SQL, sql } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/database.ts';
import type { AnswerModels } from './domain/answers/answers.ports.ts';
import { VendorFailure } from './domain/vendors/vendors.ports.ts';
import { answerWithin } from './http/answer-within.ts';
import type { Schedule } from './jobs/job.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ASK_MS = 2_000;

/** What the database knows is asked for once in so long, however often it is scraped. */
const KEPT_MS = 5_000;

export type Metrics = ReturnType<typeof makeMetrics>;

/** The figures of one process. Labels come from lists of this code, never from a request or a tenant. */
export function makeMetrics(role: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `antiphon_${name}`, help, labelNames, buckets: SECONDS, registers });
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `antiphon_${name}`, help, labelNames, registers });
  return {
    registry,
    requests: histogram('request_seconds', 'From a request to its answer; of streams, to their first byte', [
      'area',
      'status',
    ]),
    streams: gauge('open_streams', 'Event streams that are open', []),
    turns: new Counter({ name: 'antiphon_turns_total', help: 'Replies that ended', labelNames: ['region'], registers }),
    firstText: histogram('first_text_seconds', 'From asking a model to its first words', ['vendor']),
    vendorErrors: new Counter({
      name: 'antiphon_vendor_errors_total',
      help: 'Calls of something outside that failed',
      labelNames: ['vendor', 'kind'],
      registers,
    }),
    scheduleFailures: new Counter({
      name: 'antiphon_schedule_failures_total',
      help: 'Work by the clock that failed',
      labelNames: ['region', 'schedule'],
      registers,
    }),
    wait: histogram('database_wait_seconds', 'Until a transaction had its connection', ['region', 'pool']),
    calls: histogram('database_call_seconds', 'Database functions of hot paths', ['region', 'function']),
    replicaMissed: new Counter({
      name: 'antiphon_replica_missed_total',
      help: 'Reports and exports that were read from the primary, as the replica was away, behind, or had to end them',
      labelNames: ['region', 'why'],
      registers,
    }),
    regionUp: gauge('region_up', '1 where the database of the region answers', ['region']),
    relayWaiting: gauge('relay_waiting', 'Events that were not handed on yet', ['region']),
    relayLag: gauge('relay_lag_seconds', 'Age of the oldest event that was not handed on', ['region']),
    queueWaiting: gauge('queue_waiting', 'Jobs that are due and were not begun', ['region', 'job']),
    queueAge: gauge('queue_age_seconds', 'For how long the oldest of them is due', ['region', 'job']),
    holds: gauge('holds_open', 'Credits held for turns: rows', ['region']),
    overdueHolds: gauge('holds_overdue', 'Holds past their time that nobody settled', ['region']),
    paymentsParked: gauge('payments_parked', 'Objects of the payment provider that nobody looks at any more', [
      'region',
    ]),
    paymentsLag: gauge('payments_lag_seconds', 'For how long the oldest of those that wait is due', ['region']),
  };
}

/** The same database, with what its callers wait for noted down. */
export function meterDatabase(database: Database, metrics: Metrics, pool = 'visitors'): Database {
  const { region } = database;
  let background: Database | undefined;
  let reader: Database | undefined;
  return {
    ...database,
    transaction(scope, work, options) {
      const end = metrics.wait.startTimer({ region, pool });
      const begun: typeof work = (tx) => {
        end();
        return work(tx);
      };
      return database.transaction(scope, begun, options);
    },
    async call(scope, name, args) {
      const end = metrics.calls.startTimer({ region, function: name });
      try {
        return await database.call(scope, name, args);
      } finally {
        end();
        if (name === 'finish_reply') metrics.turns.inc({ region });
      }
    },
    get background() {
      background ??= pool === 'visitors' ? meterDatabase(database.background, metrics, 'background') : this;
      return background;
    },
    get reader() {
      if (pool === 'reader') return this;
      const isApart = database.reader !== database.background;
      reader ??= isApart ? meterDatabase(database.reader, metrics, 'reader') : this.background;
      return reader;
    },
  };
}

/** The same work, with what fails by the clock counted. From 0 on: a counter that begins with a failure shows no increase. */
export function meterWork<Deps, Work>(
  work: Work & { schedules: Schedule<Deps>[] },
  region: Region,
  metrics: Metrics | null,
) {
  if (!metrics) return work;
  const schedules = work.schedules.map(({ name, cron, run }): Schedule<Deps> => {
    const note = (count: number) => metrics.scheduleFailures.inc({ region, schedule: name }, count);
    note(0);
    const metered: typeof run = (...given) =>
      run(...given).catch((error: unknown) => {
        note(1);
        throw error;
      });
    return { name, cron, run: metered };
  });
  return { ...work, schedules };
}

const kindOf = (error: unknown) => (error instanceof VendorFailure ? error.kind : 'other');

/** Notes failures of a vendor's methods, and of a vendor that is one function. */
export function meterVendor<Vendor extends object | null>(vendor: Vendor, name: string, metrics: Metrics): Vendor {
  if (vendor === null) return vendor;
  const note = (answer: unknown) => {
    if (answer instanceof Promise)
      answer.catch((error: unknown) => metrics.vendorErrors.inc({ vendor: name, kind: kindOf(error) }));
    return answer;
  };
  return new Proxy(vendor, {
    apply: (target, self, args) => note(Reflect.apply(target as () => unknown, self, args)),
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (...args: unknown[]) => note(Reflect.apply(value, target, args)) : value;
    },
  });
}

export const meterModels = (models: AnswerModels, metrics: Metrics): AnswerModels => ({
  async *stream(request) {
    const vendor = request.model.provider;
    const end = metrics.firstText.startTimer({ vendor });
    let isFirst = true;
    try {
      for await (const part of models.stream(request)) {
        if (isFirst && part.type === 'text') {
          end();
          isFirst = false;
        }
        yield part;
      }
    } catch (error) {
      if (!request.signal.aborted) metrics.vendorErrors.inc({ vendor, kind: kindOf(error) });
      throw error;
    }
  },
});

/** What a path is of; a path that is nobody's is `pages`, as all of them together. */
function areaOf(path: string): string {
  const api = /^\/api\/(?:na|eu)\/(auth|public|v2|agents|files|rpc|client|hosting|stripe|utils)\//.exec(path);
  if (api?.[1]) return path.endsWith('/events') ? 'streams' : api[1];
  if (path === '/livez' || path === '/readyz') return 'health';
  return path.startsWith('/api/') ? 'api' : 'pages';
}

// biome-ignore lint/suspicious/noExplicitAny: as hono takes them
type Fetch = (request: Request, bindings: any, execution?: any) => Response | Promise<Response>;

/** Counts what `fetch` answers, and answers `/metrics` to whoever has `token`; without a token there is no such page. */
export function meterRequests(fetch: Fetch, metrics: Metrics, token: string, read: () => Promise<string>): Fetch {
  const answer = async (request: Request, bindings: { outgoing: ServerResponse }, execution: unknown) => {
    const path = new URL(request.url).pathname;
    if (path === '/metrics' && token !== '' && hasToken(request, token))
      return new Response(await read(), { headers: { 'content-type': metrics.registry.contentType } });
    const area = areaOf(path);
    const end = metrics.requests.startTimer({ area });
    const response = await fetch(request, bindings, execution);
    const { outgoing } = bindings;
    const isStream = area === 'streams' && outgoing.headersSent && outgoing.statusCode === 200;
    end({ status: isStream ? '2xx' : `${Math.floor(response.status / 100)}xx` });
    if (isStream && !outgoing.closed) {
      metrics.streams.inc();
      outgoing.once('close', () => metrics.streams.dec());
    }
    return response;
  };
  return answer;
}

function hasToken(request: Request, token: string): boolean {
  const [given, wanted] = [request.headers.get('authorization') ?? '', `Bearer ${token}`].map((one) =>
    Buffer.from(one),
  );
  return given?.length === wanted?.length && timingSafeEqual(given as Buffer, wanted as Buffer);
}

type Row = { name: string; waiting: string; age: string };

const FIGURES = sql`
  select 'relay' as name, count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0) as age
    from outbox where relayed_at is null
  union all select 'holds', count(*), count(*) filter (where expires_at < now()) from credit_holds where state = 'held'
  union all select 'payments', (select count(*) from payment_objects where next_at is null and done_version < version),
    coalesce(extract(epoch from now() - min(next_at)), 0) from payment_objects where next_at <= now()`;

/** Fails where no worker has made the queue yet. */
const QUEUE = sql`
  select name, count(*) as waiting, coalesce(extract(epoch from now() - min(start_after)), 0) as age
  from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`;

/**
 * Writes the figures that stand in the databases, then all of them as Prometheus' text. `find`: undefined where nobody has
 * used the region, null where it is down.
 */
export function makeReader(
  metrics: Metrics,
  regions: readonly Region[],
  find: (region: Region) => { directory: Database['unscoped'] } | null | undefined,
) {
  let readAt = 0;
  const pairs = {
    relay: [metrics.relayWaiting, metrics.relayLag],
    holds: [metrics.holds, metrics.overdueHolds],
    payments: [metrics.paymentsParked, metrics.paymentsLag],
  } as const;
  const readRegion = async (region: Region) => {
    const running = find(region);
    if (running === undefined) return;
    const ask = (query: SQL) =>
      answerWithin(ASK_MS, running?.directory.execute(query) as unknown as Promise<{ rows: Row[] }>)
        .then(({ rows }) => rows)
        .catch(() => null);
    const rows = running && (await ask(FIGURES));
    metrics.regionUp.set({ region }, rows ? 1 : 0);
    for (const { name, waiting, age } of rows ?? []) {
      const [first, second] = pairs[name as keyof typeof pairs];
      first.set({ region }, Number(waiting));
      second.set({ region }, Number(age));
    }
    for (const { name: job, waiting, age } of (rows && (await ask(QUEUE))) ?? []) {
      metrics.queueWaiting.set({ region, job }, Number(waiting));
      metrics.queueAge.set({ region, job }, Number(age));
    }
  };
  return async () => {
    if (Date.now() - readAt > KEPT_MS) {
      readAt = Date.now();
      metrics.queueWaiting.reset();
      metrics.queueAge.reset();
      await Promise.all(regions.map(readRegion));
    }
    return metrics.registry.metrics();
  };
}
