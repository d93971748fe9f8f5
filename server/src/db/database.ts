import type { Region } from '@antiphon/contract/regions';
import { sql } from 'drizzle-orm';
import type { PgAsyncDatabase } from 'drizzle-orm/pg-core/async';
import type { ConstructorOptions } from 'pg-boss';
import type { Scope, SystemScope } from './scope.ts';

// biome-ignore lint/suspicious/noExplicitAny: the result type differs between the two drivers; the query builder's types do not.
type Drizzle = PgAsyncDatabase<any, any>;

/** A transaction that has taken its scope. Queries get this and nothing wider. */
export type Tx = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>;

/** One region's database, embedded or PostgreSQL. */
export type Database = {
  readonly region: Region;
  readonly kind: 'embedded' | 'postgres';
  /** Runs `work` in one transaction under row-level security. Nothing in it may wait for the network. */
  transaction<Result>(scope: Scope | SystemScope, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Called after each commit whose transaction emitted an event. */
  onEmitted(listener: () => void): void;
  /** Without a scope, for sign-in's own tables and migrations. */
  readonly unscoped: Drizzle;
  /** What pg-boss talks to. */
  readonly queueConnection: Pick<ConstructorOptions, 'db' | 'connectionString'>;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
};

const emitted = new WeakSet<object>();
/** Says that this transaction wrote to the outbox, so that the relay is woken after the commit. */
export const markEmitted = (tx: Tx) => void emitted.add(tx);

/** What a transaction takes on before its first query: the role and the one workspace (empty for the system's). */
export type Setup = { role: 'app_tenant' | 'app_system'; workspaceUid: string };

type Parts = Omit<Database, 'transaction' | 'onEmitted' | 'isAlive'> & {
  run<Result>(setup: Setup, work: (tx: Tx) => Promise<Result>): Promise<Result>;
};

export function makeDatabase({ run, ...parts }: Parts): Database {
  const listeners: (() => void)[] = [];
  return {
    ...parts,
    onEmitted: (listener) => void listeners.push(listener),
    async isAlive() {
      await parts.unscoped.execute(sql`select 1`);
      return true;
    },
    async transaction(scope, work) {
      const setup: Setup =
        'workspaceUid' in scope
          ? { role: 'app_tenant', workspaceUid: scope.workspaceUid }
          : { role: 'app_system', workspaceUid: '' };
      let wasEmitted = false;
      const result = await run(setup, async (tx) => {
        const answer = await work(tx);
        wasEmitted = emitted.delete(tx);
        return answer;
      });
      if (wasEmitted) for (const listener of listeners) listener();
      return result;
    },
  };
}
