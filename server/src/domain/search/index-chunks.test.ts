import type { AgentId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openBothDatabases } from '../../../test/harness/database.ts';
import type { Database } from '../../db/database.ts';
import { deleteChunks, replaceChunks } from './index-chunks.ts';

/** What the bookkeeping should say, counted from the chunks themselves. */
async function difference(database: Database, agentId: AgentId) {
  const result = await database.unscoped.execute(sql`
    with real as (
      select lexeme, count(*)::int as chunks from (
        select (unnest(lexemes)).lexeme from knowledge_chunks where agent_id = ${agentId}
        union all select ' ' || language from knowledge_chunks where agent_id = ${agentId}
      ) t group by lexeme
    )
    select coalesce(r.lexeme, k.lexeme) as lexeme, r.chunks as real, k.chunks as kept
    from real r full join (select * from knowledge_terms where agent_id = ${agentId}) k using (lexeme)
    where r.chunks is distinct from k.chunks
    union all
    select 'totals', count(c.id)::int * 1000000 + coalesce(sum(c.length), 0)::int, max(t.chunks) * 1000000 + max(t.length)::int
    from knowledge_totals t left join knowledge_chunks c using (agent_id)
    where t.agent_id = ${agentId}
    having count(c.id) <> max(t.chunks) or coalesce(sum(c.length), 0) <> max(t.length)
  `);
  return result.rows;
}

const words = [
  'refund',
  'refunds',
  'the',
  'shipping',
  'costs',
  'Größe',
  'envío',
  '退款',
  'wi-fi',
  'COVID-19',
  '\u0000',
  '\ud800',
];
const chunk = fc.record({
  headingPath: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  text: fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((list) => list.join(' ')),
  language: fc.constantFrom('english', 'de', 'zh', 'nonsense'),
});
const step = fc.record({
  document: fc.integer({ min: 0, max: 3 }),
  chunks: fc.option(fc.array(chunk, { maxLength: 4 })),
});

describe.each(await openBothDatabases())('index of chunks on $name', ({ database }) => {
  it('keeps document frequencies and totals exact through any order of adding, replacing and deleting', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { scope, agentId } = await makeKnowledgeAgent(database);
        const documents = await Promise.all([0, 1, 2, 3].map(() => makeKnowledgeDocument(database, scope, agentId)));
        for (const { document, chunks } of steps) {
          const documentId = documents[document]!;
          await database.transaction(scope, (tx) =>
            chunks
              ? replaceChunks(tx, scope, { agentId, documentId, title: 'Refunds of the shop', chunks })
              : deleteChunks(tx, scope, { agentId, documentIds: [documentId] }),
          );
        }
        expect(await difference(database, agentId)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('keeps them exact under writers of one agent at the same time, without a deadlock', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const documents = await Promise.all([0, 1, 2, 3, 4, 5].map(() => makeKnowledgeDocument(database, scope, agentId)));
    const chunks = (seed: number) =>
      [0, 1, 2].map((n) => ({ headingPath: [], text: words.slice((seed + n) % 7).join(' '), language: 'en' }));
    await Promise.all(
      Array.from({ length: 48 }, (_, n) =>
        database.transaction(scope, async (tx) => {
          const documentId = documents[n % 6]!;
          if (n % 5 === 4) await deleteChunks(tx, scope, { agentId, documentIds: documents.slice(n % 4, 4) });
          else await replaceChunks(tx, scope, { agentId, documentId, title: `T ${n}`, chunks: chunks(n) });
        }),
      ),
    );
    expect(await difference(database, agentId)).toEqual([]);
  });

  it('rolls back with the caller', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const documentId = await makeKnowledgeDocument(database, scope, agentId);
    const chunks = [{ headingPath: [], text: 'refund', language: 'en' }];
    await expect(
      database.transaction(scope, async (tx) => {
        await replaceChunks(tx, scope, { agentId, documentId, title: '', chunks });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await difference(database, agentId)).toEqual([]);
    const result = await database.unscoped.execute(sql`select 1 from knowledge_chunks where agent_id = ${agentId}`);
    expect(result.rows).toEqual([]);
  });
});
