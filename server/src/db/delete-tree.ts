import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { type Batches, deleteSome, inBatches } from './in-batches.ts';

type Reference = { child: string; columns: string[]; parent: string; parentColumns: string[] };

/** Rows whose children go before the next ones are looked at. */
const PARENTS = 500;

/**
 * Deletes whatever hangs on the row of `table` with this `id` by foreign keys that cascade, the farthest first, in short
 * transactions; the row itself stays. Deleting the row alone would do all of it in one transaction, however long that lasts.
 * False where `endsAt` came before the end. What others add meanwhile goes with the row.
 */
export async function deleteChildren(run: Batches, table: string, id: string): Promise<boolean> {
  const references = await run.database.transaction(run.scope, listReferences);
  const childrenOf = (name: string) => references.filter(({ parent }) => parent === name);
  const isOver = () => run.endsAt !== undefined && run.endsAt <= new Date();

  const deleteWhere = async (name: string, condition: SQL): Promise<void> => {
    const children = childrenOf(name);
    const deleteRows = (which: SQL) => inBatches(run, (tx, most) => deleteSome(tx, sql.identifier(name), which, most));
    if (children.length === 0) return void (await deleteRows(condition));
    for (;;) {
      const places = await run.database.transaction(run.scope, (tx) => pickRows(tx, name, condition));
      if (places.length === 0) return;
      // A row that somebody changes meanwhile moves to another place: it is found again by the next round.
      const isPicked = sql`ctid = any(${`{${places.map((place) => `"${place}"`).join(',')}}`}::tid[])`;
      for (const child of children) await deleteWhere(child.child, hangsOn(child, isPicked));
      if (isOver()) return;
      await deleteRows(sql`${isPicked} and ${condition}`);
    }
  };

  for (const child of childrenOf(table)) await deleteWhere(child.child, hangsOn(child, sql`id = ${id}`));
  return !isOver();
}

const names = (columns: string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

const hangsOn = ({ columns, parent, parentColumns }: Reference, which: SQL) =>
  sql`(${names(columns)}) in (select ${names(parentColumns)} from ${sql.identifier(parent)} where ${which})`;

async function pickRows(tx: Tx, table: string, condition: SQL): Promise<string[]> {
  const answer = (await tx.execute(
    sql`select ctid::text as place from ${sql.identifier(table)} where ${condition} limit ${PARENTS}`,
  )) as unknown as { rows: { place: string }[] };
  return answer.rows.map(({ place }) => place);
}

/** From the catalogue: a table that is made tomorrow is seen tomorrow. */
async function listReferences(tx: Tx): Promise<Reference[]> {
  const columnsOf = (relation: string, keys: string) =>
    sql.raw(`(select json_agg(a.attname order by k.place) from unnest(${keys}) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`);
  const answer = (await tx.execute(sql`
    select c.conrelid::regclass::text as child, ${columnsOf('c.conrelid', 'c.conkey')} as columns,
      c.confrelid::regclass::text as parent, ${columnsOf('c.confrelid', 'c.confkey')} as "parentColumns"
    from pg_constraint c
    where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'public'::regnamespace
  `)) as unknown as { rows: Reference[] };
  return answer.rows;
}
