import { sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';

/** Schema and name, quoted. */
type Table = string;

type Kept = { database: Database; seeded: ReadonlySet<Table>; isTaken: boolean };

const kept = new Map<Database['kind'], Kept>();
const servers = new Map<Database, number>();

/** Counts a server that runs on the database until the returned function is called: none may be left to the next file. */
export function countServer(database: Database): () => void {
  const change = (by: number) => servers.set(database, (servers.get(database) ?? 0) + by);
  change(1);
  return () => change(-1);
}

/**
 * The database of this kind that the files of one worker use one after the other, with nothing in it but what a migrated one
 * holds: opening one takes longer than most files' tests. Undefined where this file has it already.
 */
export async function takeKept(kind: Database['kind'], open: () => Promise<Database>): Promise<Database | undefined> {
  const found = kept.get(kind) ?? (await keep(kind, await open()));
  if (found.isTaken) return undefined;
  found.isTaken = true;
  afterAll(() => {
    found.isTaken = false;
    if (servers.get(found.database))
      throw new Error('A server that this file started still runs on the kept database.');
  });
  await empty(found);
  return found.database;
}

/** What the queue is set up with is the same for every server. */
const OF_THE_QUEUE = ['pgboss.version', 'pgboss.queue', 'pgboss.schedule'];

async function keep(kind: Database['kind'], database: Database): Promise<Kept> {
  const seeded = new Set([...(await listFilled(database)), ...OF_THE_QUEUE]);
  const fresh = { database, seeded, isTaken: false };
  kept.set(kind, fresh);
  return fresh;
}

/** A table beyond this is truncated: rows that were deleted are read over until somebody vacuums. */
const LARGE_BYTES = 1_000_000;

/**
 * Removes all rows but those of the `seeded` tables. They are deleted, without a look at foreign keys and triggers, because a
 * truncated table gets new files, as each of its indexes does and, by foreign keys, nearly every other table.
 */
export async function empty({ database, seeded }: Pick<Kept, 'database' | 'seeded'>) {
  const used = (await listFilled(database)).filter((table) => !seeded.has(table));
  if (used.length === 0) return;
  const ids = `array[${used.map((table) => `'${table}'`).join(', ')}]::regclass[]`;
  const deletions = used.map((table, at) => `gone_${at} as (delete from ${table})`);
  await database.unscoped.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '10s'`);
    const large = await tx.execute(
      sql.raw(`select id::text as name from unnest(${ids}) as id where pg_relation_size(id) > ${LARGE_BYTES}`),
    );
    const names = (large as unknown as { rows: { name: Table }[] }).rows.map(({ name }) => name);
    if (names.length > 0) await tx.execute(sql.raw(`truncate ${names.join(', ')} restart identity cascade`));
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql.raw(`with ${deletions.join(', ')}
        select setval(seqrelid::regclass, seqstart, false) from pg_sequence join pg_depend on objid = seqrelid
        where classid = 'pg_class'::regclass and deptype in ('a', 'i') and refobjid = any(${ids})`),
    );
  });
}

/** The tables with a row, the queue's and the migrations' own among them. */
export async function listFilled({ unscoped }: Database): Promise<Table[]> {
  const tables = await unscoped.execute(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const names = (tables as unknown as { rows: { name: Table }[] }).rows.map(({ name }) => name);
  const looks = names.map((name) => `select '${name}' as name where exists (select from ${name})`);
  const filled = await unscoped.execute(sql.raw(looks.join(' union all ')));
  return (filled as unknown as { rows: { name: Table }[] }).rows.map(({ name }) => name);
}
