import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestPostgres } from '../../test/harness/database.ts';
import { isOneOf } from './is-among.ts';

const database = await openTestPostgres();

/** How many of 20 rows a claim of three takes, where the planner compares each row with each. */
const claims = (isChosen: (query: SQL) => SQL) =>
  database.unscoped.transaction(async (tx) => {
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
      await tx.execute(sql`select set_config(${`enable_${way}`}, 'off', true)`);
    await tx.execute(sql`create temporary table queue on commit drop as
      select id, false as is_taken from generate_series(1, 20) id`);
    const due = sql`(select id from queue where not is_taken limit 3 for update skip locked)`;
    const taken = await tx.execute(sql`update queue set is_taken = true where ${isChosen(due)} returning id`);
    return (taken as unknown as { rows: object[] }).rows.length;
  });

// Planted: `in`, which takes more than three with this plan.
test('a claim takes as many as its limit says, however the database looks for them', async () => {
  expect(await claims((due) => isOneOf(sql`id`, due))).toBe(3);
  expect(await claims((due) => sql`id in ${due}`)).not.toBe(3);
});
