import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { retention } from '../../src/db/retention.ts';
import { idempotencySchedules } from '../../src/http/idempotency.ts';
import { rateLimitSchedules } from '../../src/http/rate-limits.ts';
import type { Schedule } from '../../src/jobs/job.ts';
import { outboxSchedule } from '../../src/jobs/purge-outbox.ts';
import { newTestScope, openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { insertOf, listTables, rowsOf } from '../harness/table-catalogue.ts';

type AnySchedule = Schedule<{ database: Database; systemScope: typeof testSystemScope; log: pino.Logger }>;

/** Those of every `*.jobs.ts`, and of the plumbing. */
async function listSchedules(): Promise<AnySchedule[]> {
  const domain = join(import.meta.dirname, '../../src/domain');
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jobs.ts'));
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(domain, file))));
  const exported = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  const found = exported.flatMap(([name, list]) => (name.endsWith('Schedules') ? (list as AnySchedule[]) : []));
  return [...found, ...rateLimitSchedules, ...idempotencySchedules, outboxSchedule] as AnySchedule[];
}

const schedules = await listSchedules();

/** Sentences about tables of which nobody said how long their rows stay, or said what is not so. */
async function findUnsaid(database: Database): Promise<string[]> {
  const tables = new Map((await listTables(database)).map((table) => [table.name, table]));
  const references = await rowsOf<{ child: string; parent: string }>(
    database,
    sql`select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
        where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const gaps = [...tables.keys()]
    .filter((name) => !retention[name])
    .map((name) => `${name}: how long does a row stay?`);
  for (const [name, rule] of Object.entries(retention)) {
    const table = tables.get(name);
    if (!table) gaps.push(`${name}: there is no such table`);
    else if ('with' in rule && !references.some(({ child, parent }) => child === name && parent === rule.with))
      gaps.push(`${name}: nothing deletes it with ${rule.with}`);
    else if ('purge' in rule && !schedules.some((schedule) => schedule.name === rule.purge))
      gaps.push(`${name}: there is no schedule ${rule.purge}`);
  }
  return gaps;
}

/** Sentences about tenants' tables that are read whole for one workspace, and foreign keys that are for one parent. */
async function findUnindexed(database: Database): Promise<string[]> {
  const rows = await rowsOf<{ name: string; column: string }>(
    database,
    sql`with wanted as (
          select a.attrelid, a.attnum from pg_attribute a where a.attname = 'workspace_uid' and not a.attisdropped
          union select k.conrelid, k.conkey[1] from pg_constraint k where k.contype = 'f'
        )
        select c.relname as name, a.attname as column from wanted w
        join pg_class c on c.oid = w.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        join pg_attribute a on a.attrelid = w.attrelid and a.attnum = w.attnum
        where not exists (select from pg_index i where i.indrelid = w.attrelid and i.indkey[0] = w.attnum and i.indpred is null)
        order by 1, 2`,
  );
  return rows.map(({ name, column }) => `${name} has no index that begins with ${column}`);
}

describe.each(await openJourneyDatabases())('how long rows stay on $name', ({ database }) => {
  const planted = async (statements: string, find: (database: Database) => Promise<string[]>) => {
    await database.unscoped.execute(sql.raw(statements));
    return find(database).finally(() => database.unscoped.execute(sql`drop table planted`));
  };

  it('is said of every table, and by whom they are taken away', async () => {
    expect(await findUnsaid(database)).toEqual([]);
  });

  it('planted: a table of which nobody said it', async () => {
    expect(await planted('create table planted (id text)', findUnsaid)).toEqual(['planted: how long does a row stay?']);
  });

  it('every table of tenants and every foreign key has an index to delete by', async () => {
    expect(await findUnindexed(database)).toEqual([]);
  });

  it('planted: a table of tenants without an index by workspace, one with an index of some rows', async () => {
    const gap = ['planted has no index that begins with workspace_uid'];
    expect(await planted('create table planted (workspace_uid text)', findUnindexed)).toEqual(gap);
    await database.unscoped.execute(sql`create table planted (workspace_uid text, state text)`);
    const partial = await database.unscoped
      .execute(sql`create index on planted (workspace_uid) where state = 'a'`)
      .then(() => findUnindexed(database))
      .finally(() => database.unscoped.execute(sql`drop table planted`));
    expect(partial).toEqual(gap);
  });

  const aged = Object.entries(retention).flatMap(([name, rule]) => ('days' in rule ? [{ name, ...rule }] : []));

  describe('by age', () => {
    beforeEach(async () => {
      for (const { name } of aged) await database.unscoped.execute(sql`delete from ${sql.identifier(name)}`);
    });

    it.each(aged)('$name: older than $days days is gone after $purge, younger stays', async ({ name, ...rule }) => {
      const { workspaceUid } = newTestScope();
      const table = (await listTables(database)).find((one) => one.name === name)!;
      // Other columns of time say nothing against it: of today, or of tomorrow for what ends.
      const others = Object.fromEntries(
        table.columns
          .filter(({ type, isRequired }) => isRequired && type === 'timestamp with time zone')
          .map((column) => [column.name, "now() + interval '1 hour'"]),
      );
      const at = (hours: number) => `now() - make_interval(hours => ${rule.days * 24 + hours})`;
      await database.unscoped.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        for (const [mark, hours] of [
          ['old', 1],
          ['young', -1],
        ] as const)
          await tx.execute(sql.raw(insertOf(table, workspaceUid, mark, { ...others, [rule.column]: at(hours) })));
      });
      const schedule = schedules.find((one) => one.name === rule.purge)!;
      const deps = { database, systemScope: testSystemScope, log: pino({ level: 'silent' }) };
      await schedule.run(deps, testSystemScope, makeScope as never);
      const left = await rowsOf<{ is_young: boolean }>(
        database,
        sql`select ${sql.identifier(rule.column)} > ${sql.raw(at(0))} as is_young from ${sql.identifier(name)}`,
      );
      expect(left).toEqual([{ is_young: true }]);
    });
  });
});
