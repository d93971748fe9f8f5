import { describe, expect, test } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../factories/knowledge-factory.ts';
import { openTestDatabases } from './database.ts';
import { empty, listFilled } from './kept-databases.ts';

describe.each(await openTestDatabases())('a kept database on $name', ({ database }) => {
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
});
