import type { DocumentId } from '@antiphon/contract/ids';
import { describe, expect, it } from 'vitest';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { makeVectorMemory } from '../../../test/factories/vector-factory.ts';
import { openBothDatabases } from '../../../test/harness/database.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { embedChunks } from './embed-chunks.ts';
import { replaceChunks } from './index-chunks.ts';
import type { Embedder } from './search.ports.ts';
import { searchKnowledge } from './search-knowledge.ts';

/** Knows that these words mean the same, in any language: what a real model would. */
const meanings = [/dog|hund|perro/i, /park|garten|jardín/i, /tax|steuer|impuesto/i];
const embedder: Embedder = {
  embed: async (texts) => texts.map((text) => [0.1, ...meanings.map((meaning) => (meaning.test(text) ? 1 : 0))]),
};
const failing: Embedder = {
  embed: () => Promise.reject(new VendorFailure('unreachable', 'down')),
};

describe.each(await openBothDatabases())('vectors on $name', ({ database }) => {
  it('find what no word of the question stands in, follow a changed document, and are made once', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const ids: DocumentId[] = [];
    for (const text of ['Every dog must be licensed.', 'The park closes at dusk.', 'The tax is due in May.']) {
      const documentId = await makeKnowledgeDocument(database, scope, agentId, text);
      ids.push(documentId);
      const chunks = [{ headingPath: [], text, language: 'en' }];
      await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title: '', chunks }));
    }
    const embeddingModel = 'openai/test';
    const input = { agentId, embeddingModel };
    expect(await embedChunks({ database, embedder }, scope, input)).toBe(3);
    expect(await embedChunks({ database, embedder }, scope, input)).toBe(0);
    const vectorMemory = makeVectorMemory();
    const ask = (with_: Embedder | undefined, question: string) =>
      searchKnowledge({ database, ...(with_ ? { meaning: { embedder: with_, vectorMemory } } : {}) }, scope, {
        ...input,
        turns: [question],
        passagesMax: 2,
      });
    expect((await ask(embedder, 'Hund')).passages[0]?.text).toContain('dog');
    expect((await ask(undefined, 'Hund')).passages).toEqual([]);
    expect((await ask(failing, 'dog')).passages[0]?.text).toContain('dog');
    const chunks = [{ headingPath: [], text: 'Ein Hund im Garten.', language: 'de' }];
    await database.transaction(scope, (tx) =>
      replaceChunks(tx, scope, { agentId, documentId: ids[0]!, title: '', chunks }),
    );
    expect(await embedChunks({ database, embedder }, scope, input)).toBe(1);
    expect((await ask(embedder, 'perro')).passages[0]?.text).toBe('Ein Hund im Garten.');
  });

  it('are made once by workers that begin in the same moment, also after one that failed', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const documentId = await makeKnowledgeDocument(database, scope, agentId, 'Many');
    const chunks = Array.from({ length: 100 }, (_, at) => ({ headingPath: [], text: `Rule ${at}.`, language: 'en' }));
    await database.transaction(scope, (tx) => replaceChunks(tx, scope, { agentId, documentId, title: '', chunks }));
    const input = { agentId, embeddingModel: 'openai/test' };
    await expect(embedChunks({ database, embedder: failing }, scope, input)).rejects.toThrow('down');
    const paid: string[] = [];
    const slow: Embedder = {
      async embed(texts, model) {
        paid.push(...texts);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return embedder.embed(texts, model);
      },
    };
    const made = await Promise.all([1, 2, 3].map(() => embedChunks({ database, embedder: slow }, scope, input)));
    expect(made.sort((a, b) => a - b)).toEqual([0, 0, 100]);
    expect(paid).toHaveLength(100);
  });
});
