import { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { agents } from '../../db/schema/agents.ts';
import { outbox } from '../../db/schema/events.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { files } from '../../db/schema/uploads.ts';
import type { Scope } from '../../db/scope.ts';
import { copyDocuments } from '../documents/copy-documents.ts';
import { deleteDocument } from '../documents/delete-document.ts';
import { replaceChunks } from '../search/index-chunks.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { getFile } from '../uploads/get-file.ts';
import { storeFile } from '../uploads/store-file.ts';
import { copySettings } from './agents.rules.ts';
import { duplicateAgent } from './duplicate-agent.ts';

const vendors = await makeReadingVendors([]);
afterAll(() => vendors.close());

describe.each(await openTestDatabases())('a duplicate of an agent on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope, ...vendors.vendors };
  let scope: Scope;
  let id: AgentId;
  const member = () => ({ scope, userId: null, permissions: PERMISSIONS, client: null });
  const documentsOf = (agentId: AgentId) =>
    database.transaction(scope, (tx) =>
      tx.select().from(knowledgeDocuments).where(eq(knowledgeDocuments.agentId, agentId)),
    );

  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
    const documentId = await makeKnowledgeDocument(database, scope, id, 'Returns');
    const chunks = [{ headingPath: [], text: 'You can return any item within 30 days.', language: 'en' }];
    await database.transaction(scope, (tx) =>
      replaceChunks(tx, scope, { agentId: id, documentId, title: 'Returns', chunks }),
    );
    await database.transaction(scope, (tx) =>
      tx.update(knowledgeDocuments).set({ state: 'SUCCESS' }).where(eq(knowledgeDocuments.id, documentId)),
    );
  });

  test('has the settings, theme and tags, another name, and is not published', async () => {
    const theme = { theme: 'dark' as const, fontFamily: 'Lora' };
    const draft = AgentSettings.parse({ title: 'Shop', greeting: 'Moin', theme });
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft, tags: ['Sales'] })
        .where(eq(agents.id, id)),
    );
    const copy = await duplicateAgent(deps, member(), id);
    expect(copy).toMatchObject({ title: 'Shop copy', isPublished: false, tags: ['Sales'], conversations: 0 });
    expect(copy.settings).toEqual({ ...draft, title: 'Shop copy' });
  });

  test('answers from documents of its own, which stay when the original goes; copied twice is copied once', async () => {
    const sent = { file: new File(['Open from nine.'], 'hours.txt'), kinds: ['txt'] as const, bytesMax: 100 };
    const file = await storeFile(deps, scope, { ...sent, agentId: id, conversationId: null }, async (_tx, row) => row);
    const withFile = await makeKnowledgeDocument(database, scope, id, 'Hours');
    const page = await makeKnowledgeDocument(database, scope, id, 'A page');
    await database.transaction(scope, async (tx) => {
      const set = (documentId: typeof page, change: Partial<typeof knowledgeDocuments.$inferInsert>) =>
        tx.update(knowledgeDocuments).set(change).where(eq(knowledgeDocuments.id, documentId));
      await set(withFile, { kind: 'file', fileId: file.id, state: 'PENDING' });
      await set(page, { kind: 'page', parentId: withFile, state: 'SUCCESS' });
    });
    const { ID: copyId } = await duplicateAgent(deps, member(), id);
    for (let runs = 0; runs < 2; runs++) await copyDocuments(deps, scope, { from: id, to: copyId });

    const copies = await documentsOf(copyId);
    expect(copies.map(({ title, state }) => [title, state]).toSorted()).toEqual([
      ['A page', 'SUCCESS'],
      ['Hours', 'INITIALIZED'],
      ['Returns', 'SUCCESS'],
    ]);
    const hours = copies.find(({ title }) => title === 'Hours');
    expect(copies.find(({ title }) => title === 'A page')?.parentId).toBe(hours?.id);
    expect(hours?.fileId).not.toBe(file.id);
    const asked = await database.transaction(scope, (tx) =>
      tx.select().from(outbox).where(sql`type = 'document_added' and payload ->> 'agentId' = ${copyId}`),
    );
    expect(asked.map(({ payload }) => payload)).toEqual([{ agentId: copyId, documentId: hours?.id }]);

    for (const { id: documentId, parentId } of await documentsOf(id))
      if (parentId === null) await deleteDocument(deps, member(), { agentId: id, documentId });
    const { content } = await getFile(deps, scope, { id: hours?.fileId ?? ('' as never) });
    expect(Buffer.from(content).toString()).toBe('Open from nine.');
    const found = await searchKnowledge({ database }, scope, {
      agentId: copyId,
      turns: ['return an item'],
      passagesMax: 3,
    });
    expect(found.passages.map(({ title }) => title)).toEqual(['Returns']);
    expect(await documentsOf(id)).toEqual([]);
    const left = await database.transaction(scope, (tx) => tx.select().from(files).where(eq(files.agentId, id)));
    expect(left).toEqual([]);
  });

  test('the counts that rank its passages are those of its chunks', async () => {
    const { ID: copyId } = await duplicateAgent(deps, member(), id);
    await copyDocuments(deps, scope, { from: id, to: copyId });
    const counted = async (agentId: AgentId) =>
      (
        await database.unscoped.execute(sql`
        select (select jsonb_object_agg(lexeme, chunks) from knowledge_terms where agent_id = ${agentId}) as terms,
          chunks, length from knowledge_totals where agent_id = ${agentId}`)
      ).rows[0];
    expect(await counted(copyId)).toEqual(await counted(id));
  });

  test('nothing is copied into an agent that is gone, or of another workspace', async () => {
    const { scope: other, agentId: foreign } = await makeKnowledgeAgent(database);
    await copyDocuments(deps, scope, { from: id, to: foreign });
    await copyDocuments(deps, other, { from: id, to: foreign });
    const rows = await database.unscoped.execute(sql`select 1 from knowledge_documents where agent_id = ${foreign}`);
    expect(rows.rows).toEqual([]);
  });
});

test('the name of a copy fits where names stop', () => {
  const copied = (title: string) => copySettings(AgentSettings.parse({ title })).title;
  expect(copied('Shop')).toBe('Shop copy');
  expect(copied('x'.repeat(80))).toBe(`${'x'.repeat(75)} copy`);
});
