import { setImmediate } from 'node:timers/promises';
import { type AgentId, type DocumentId, newChunkId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { marked } from '../particulars/particulars.rules.ts';
import { deleteTerms, lockTotals, swapChunks } from './chunk-index.queries.ts';
import { searchLanguage, searchText, storable } from './search-text.rules.ts';

/** One piece of a document as chunking made it. `language` is ISO 639-1 or the name of a text search configuration. */
export type ChunkInput = { headingPath: string[]; text: string; language: string };

/**
 * Puts a document's chunks in place of those it had. Lexemes, the agent's document frequencies and its totals change in the
 * caller's transaction, exactly: writers of one agent wait for each other from here to their commit. Call it before the
 * transaction updates or deletes `knowledge_documents` rows, as everybody does, so that two of them cannot wait crosswise.
 */
export async function replaceChunks(
  tx: Tx,
  scope: Scope,
  input: { agentId: AgentId; documentId: DocumentId; title: string; chunks: ChunkInput[] },
) {
  const titleWords = searchText(input.title);
  const rows: Parameters<typeof swapChunks>[4] = [];
  let since = performance.now();
  for (const [position, chunk] of input.chunks.entries()) {
    rows.push({
      id: newChunkId(),
      documentId: input.documentId,
      position,
      headingPath: chunk.headingPath.map(storable),
      text: storable(chunk.text),
      language: searchLanguage(chunk.language),
      titleWords,
      headingWords: searchText(chunk.headingPath.join('\n')),
      textWords: searchText(marked(chunk.text)),
    });
    if (performance.now() - since < 15) continue;
    await setImmediate();
    since = performance.now();
  }
  await swap(tx, scope, input.agentId, [input.documentId], rows);
}

/** Takes documents out of the index: before their rows are deleted, or the cascade leaves the frequencies wrong. */
export async function deleteChunks(tx: Tx, scope: Scope, input: { agentId: AgentId; documentIds: DocumentId[] }) {
  if (input.documentIds.length > 0) await swap(tx, scope, input.agentId, input.documentIds, []);
}

async function swap(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  documentIds: DocumentId[],
  rows: Parameters<typeof swapChunks>[4],
) {
  await lockTotals(tx, scope, agentId);
  const emptied = await swapChunks(tx, scope, agentId, documentIds, rows);
  if (emptied.length > 0) await deleteTerms(tx, scope, agentId, emptied);
}
