import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../factories/knowledge-factory.ts';
import { openBothDatabases } from './database.ts';
import { empty, listFilled } from './kept-databases.ts';

describe.each(await openBothDatabases())('a kept database on $name', ({ database }) => {
  test('loses every row but those that a migrated one begins with', async () => {
    const seeded = new Set(await listFilled(database));
    expect([...seeded]).toContain('drizzle.__drizzle_migrations');
    expect([...seeded].filter((table) => table.startsWith('public.'))).toEqual([]);
    const { scope, agentId } = await makeKnowledgeAgent(database);
    await makeKnowledgeDocument(database, scope, agentId, 'Prices');
    expect(await listFilled(database)).toEqual(
      expect.arrayContaining(['public.workspaces', 'public.agents', 'public.knowledge_documents']),
    );
    await empty({ database, seeded });
    expect(new Set(await listFilled(database))).toEqual(seeded);
  });

  test('counts anew, loses what points to itself or is large, and keeps its foreign keys', async () => {
    const run = async (statement: string) =>
      (await database.unscoped.execute(sql.raw(statement))) as unknown as { rows: { id: number }[] };
    const seeded = new Set(await listFilled(database));
    onTestFinished(async () => void (await run('drop table kept_small, kept_large')));
    await run('create table kept_large (id int primary key generated always as identity, filler text)');
    await run(
      'create table kept_small (id int primary key generated always as identity, parent int references kept_small)',
    );
    const insertLarge = () =>
      run("insert into kept_large (filler) select repeat('x', 1000) from generate_series(1, 1500) returning id");
    const insertSmall = () => run('insert into kept_small (parent) values (1), (1) returning id');
    for (let time = 0; time < 2; time += 1) {
      expect((await insertLarge()).rows.at(-1)?.id).toBe(1_500);
      expect((await insertSmall()).rows.map(({ id }) => id)).toEqual([1, 2]);
      await empty({ database, seeded });
      expect(new Set(await listFilled(database))).toEqual(seeded);
    }
    // Rows that are deleted leave their place behind.
    expect((await run("select pg_relation_size('kept_large')::int as id")).rows).toEqual([{ id: 0 }]);
    await expect(run('insert into kept_small (parent) values (99)')).rejects.toThrow();
  });
});
