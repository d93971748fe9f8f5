import { AsyncLocalStorage } from 'node:async_hooks';
import type { Region } from '@antiphon/contract/regions';
import { sql } from 'drizzle-orm';
import type { PgAsyncDatabase } from 'drizzle-orm/pg-core/async';
import type { ConstructorOptions } from 'pg-boss';
import { makeFairGate } from './fair-gate.ts';
import { type Home, Moved } from './moved.ts';
import type { Scope, SystemScope } from './scope.ts';

// biome-ignore lint/suspicious/noExplicitAny: the result type differs between the two drivers; the query builder's types do not.
type Drizzle = PgAsyncDatabase<any, any>;

/** A transaction that has taken its scope. Queries get this and nothing wider. */
export type Tx = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>;

/** One region's database, embedded or PostgreSQL. */
export type TransactionOptions = { isSnapshot?: boolean };

export type Database = {
  readonly region: Region;
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs `work` in one transaction under row-level security. Nothing in it may wait for the network. Rejects with `Moved` where the workspace
   * is in another database, or on its way there and `work` writes. `isSnapshot`: all its statements read what was there at its beginning.
   */
  transaction<Result>(
    scope: Scope | SystemScope,
    work: (tx: Tx) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Runs `work` in a savepoint of `tx` and under another scope; `queue` is whoever owns the queue's tables. What throws is
   * undone and thrown on, and `tx` goes on under the scope that it had. `Moved` also where it would only be read.
   */
  within<Result>(tx: Tx, scope: Scope | SystemScope | 'queue', work: () => Promise<Result>): Promise<Result>;
  /**
   * Calls one database function in a transaction of its own: one round trip, where `transaction` takes three at the least.
   * The function is `plpgsql` (what PostgreSQL inlines would be planned without the policies), has no second form by that
   * name, takes the workspace ('' of the system's scope) before `args`, and answers `json`. JSON goes in as text. `Moved` as of `transaction`:
   * while a workspace moves, what is not declared `stable` is not called.
   */
  call<Answer>(scope: Scope | SystemScope, name: string, args: readonly CallArgument[]): Promise<Answer>;
  /**
   * The same database for what no visitor waits for: searches, reports, exports, purges. Few of it run at a time, fewer of one
   * workspace, on connections of their own; the workspaces take turns.
   */
  readonly background: Database;
  /**
   * Where there is a replica, the same by it: for exports and reports, which only read. It shows what the primary had when it was asked, or
   * `background` is read instead; the work may run twice.
   */
  readonly reader: Database;
  /** Called after each commit whose transaction emitted an event. */
  onEmitted(listener: () => void): void;
  /** Without a scope, for sign-in's own tables and migrations. */
  readonly unscoped: Drizzle;
  /** What pg-boss talks to. */
  readonly queueConnection: Pick<ConstructorOptions, 'db' | 'connectionString' | 'max'> & {
    keepAlive?: boolean;
    query_timeout?: number;
  };
  /** For sessions that outlive a transaction, past any pooler. Null where one process alone has the database. */
  readonly directUrl: string | null;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
};

export type CallArgument = string | number | bigint | boolean | null | readonly string[];

/** What calls a database function: queries of a hot path get this, and no transaction. */
export type Calls = Pick<Database, 'call'>;

const emitted = new WeakSet<object>();
/** Says that this transaction wrote to the outbox, so that the relay is woken after the commit. */
export const markEmitted = (tx: Tx) => void emitted.add(tx);

/** What a transaction takes on before its first query: the role and the one workspace (empty for the system's). */
export type Setup = { role: 'app_tenant' | 'app_system'; workspaceUid: string } & TransactionOptions;

/**
 * What every transaction of the work within does last: it holds if and only if that transaction does. Not of `call`, nor of what
 * a commit wakes, which goes on when the work is long done.
 */
export const beforeCommit = new AsyncLocalStorage<(tx: Tx) => Promise<void>>();

/** The setup that a transaction has now. */
const taken = new WeakMap<object, Setup | 'queue'>();

/** What a transaction has read by `readOnce`. */
const known = new WeakMap<object, Map<string, unknown>>();

/** Reads once a transaction, however often it is asked: what a batch of events has in common. `name` tells it from all else. */
export async function readOnce<Result>(tx: Tx, name: string, read: () => Promise<Result>): Promise<Result> {
  const all = known.get(tx) ?? new Map<string, unknown>();
  known.set(tx, all);
  if (!all.has(name)) all.set(name, await read());
  return all.get(name) as Result;
}

/** Asks where a workspace is, as SQL; of nobody who never had a move. */
export const homeOf = (uid: string, ...rest: string[]) =>
  `case when pg_sequence_last_value('workspace_moves') is null then 'here' else home_of(${[uid, ...rest].join(', ')}) end`;

/** Answers where the workspace is, asked with the scope; a system's scope is always here. */
export async function takeSetup(tx: Tx, { role, workspaceUid }: Setup): Promise<Home> {
  if (role === 'app_system') return setRole(tx, { role, workspaceUid }).then(() => 'here');
  const answer = (await tx.execute(sql`select ${sql.raw(homeOf('scope.uid'))} as home from (
    select set_config('role', ${role}, true), set_config('app.workspace_uid', ${workspaceUid}, true) as uid offset 0
  ) as scope`)) as unknown as { rows: { home: Home }[] };
  return answer.rows[0]?.home ?? 'here';
}

async function setRole(tx: Tx, setup: Setup | 'queue') {
  const { role, workspaceUid } = setup === 'queue' ? { role: 'none', workspaceUid: '' } : setup;
  await tx.execute(
    sql`select set_config('role', ${role}, true), set_config('app.workspace_uid', ${workspaceUid}, true)`,
  );
}

async function runWithin<Result>(tx: Tx, inner: Setup | 'queue', work: () => Promise<Result>): Promise<Result> {
  const outer = taken.get(tx);
  if (!outer) throw new Error('A transaction that is over, or of another database, has no part within it.');
  await tx.execute(sql`savepoint part`);
  try {
    const home = inner === 'queue' ? await setRole(tx, inner).then(() => 'here' as const) : await takeSetup(tx, inner);
    if (home !== 'here') throw new Moved(home);
    taken.set(tx, inner);
    const result = await work();
    await setRole(tx, outer);
    taken.set(tx, outer);
    await tx.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    // Also gives back the scope that the transaction had.
    await tx.execute(sql`rollback to savepoint part`);
    await tx.execute(sql`release savepoint part`);
    taken.set(tx, outer);
    throw error;
  }
}

/** How statements reach the database. */
export type Connections = {
  run<Result>(setup: Setup, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  callOnce(statement: string, values: readonly CallArgument[]): Promise<{ rows: { answer: unknown; home?: Home }[] }>;
};

type Parts = Omit<Database, 'transaction' | 'within' | 'call' | 'onEmitted' | 'isAlive' | 'background' | 'reader'> &
  Connections & {
    /** `most`: how many connections there are. */
    behind: Connections & { most: number };
    /** By the replica. */
    reading?: Connections | undefined;
  };

const setupOf = (scope: Scope | SystemScope): Setup =>
  'workspaceUid' in scope
    ? { role: 'app_tenant', workspaceUid: scope.workspaceUid }
    : { role: 'app_system', workspaceUid: '' };

/**
 * The function takes its workspace from the row that sets role and workspace, so that it cannot run before both are set.
 * They hold until the end of the statement's own transaction. Nor does a tenant's run before it is known where the workspace is.
 */
function callStatement(name: string, role: Setup['role'], args: readonly unknown[]): string {
  const scope = `(select set_config('role', '${role}', true), set_config('app.workspace_uid', $1, true) as uid offset 0) as scope`;
  const call = `${name}(${['scope.uid', ...args.map((_, index) => `$${index + 2}`)].join(', ')})`;
  if (role === 'app_system') return `select answer from ${scope}, lateral ${call} as answer`;
  return `select home, case when home = 'here' then ${call} end as answer from (
    select uid, ${homeOf('uid', `'${name}'`)} as home from ${scope} offset 0) as scope`;
}

export function makeDatabase({ run, callOnce, behind, reading, ...parts }: Parts): Database {
  const listeners: (() => void)[] = [];
  const common = {
    ...parts,
    onEmitted: (listener: () => void) => void listeners.push(listener),
    async isAlive() {
      await parts.unscoped.execute(sql`select 1`);
      return true;
    },
  };
  const wake = () => {
    beforeCommit.exit(() => {
      for (const listener of listeners) listener();
    });
  };
  const gated = (inner: Connections): Pick<Database, 'transaction' | 'within' | 'call'> => {
    const gate = makeFairGate({ most: behind.most, mostOfOne: Math.max(1, Math.floor(behind.most / 4)) });
    return makeWork({
      run: (setup, work) => gate.run(setup.workspaceUid, () => inner.run(setup, work)),
      callOnce: (text, values) => gate.run(String(values[0]), () => inner.callOnce(text, values)),
      wake,
    });
  };
  const background: Database = {
    ...common,
    ...gated(behind),
    get background() {
      return background;
    },
    get reader() {
      return reader;
    },
  };
  const reader: Database = reading
    ? {
        ...common,
        ...gated(reading),
        background,
        get reader() {
          return reader;
        },
      }
    : background;
  return { ...common, ...makeWork({ run, callOnce, wake }), background, reader };
}

/** `wake` is called after a commit whose transaction wrote to the outbox. */
const makeWork = ({
  run,
  callOnce,
  wake,
}: Connections & { wake: () => void }): Pick<Database, 'transaction' | 'within' | 'call'> => ({
  within: (tx, scope, work) => runWithin(tx, scope === 'queue' ? scope : setupOf(scope), work),
  async call<Answer>(scope: Scope | SystemScope, name: string, args: readonly CallArgument[]) {
    const { role, workspaceUid } = setupOf(scope);
    const { rows } = await callOnce(callStatement(name, role, args), [workspaceUid, ...args]);
    const { home = 'here', answer } = rows[0] ?? {};
    if (home !== 'here') throw new Moved(home);
    return answer as Answer;
  },
  async transaction(scope, work, options) {
    let wasEmitted = false;
    const setup = { ...setupOf(scope), ...options };
    const result = await run(setup, async (tx) => {
      taken.set(tx, setup);
      known.delete(tx);
      const answer = await work(tx);
      await beforeCommit.getStore()?.(tx);
      wasEmitted = emitted.delete(tx);
      return answer;
    });
    if (wasEmitted) wake();
    return result;
  },
});
