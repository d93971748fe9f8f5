import { createHash } from 'node:crypto';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { CHUNKING } from '../extraction/chunking.rules.ts';
import type { Chunk, ChunkedText } from '../extraction/extraction.ports.ts';
import { MARKING } from '../particulars/particulars.rules.ts';
import { replaceChunks } from '../search/index-chunks.ts';
import { storable } from '../search/search-text.rules.ts';

/** A document's content, ready to be stored: what a transaction needs, and nothing that takes long inside of it. */
export type PreparedText = { title: string; text: string; chunks: Chunk[]; contentHash: string };

/** The same hash means the same title, text, headings, way of cutting and marks: nothing needs to be indexed again. */
export function prepareText(title: string, { text, chunks }: ChunkedText): PreparedText {
  const hash = createHash('sha256').update(JSON.stringify([CHUNKING, MARKING, title, chunks]));
  return { title: storable(title), text, chunks, contentHash: hash.digest('hex') };
}

/** Call it before the transaction writes `knowledge_documents`: see `replaceChunks`. Returns what the row must then say. */
export async function indexPrepared(
  tx: Tx,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId; contentHash: string; chunks: number },
  prepared: PreparedText,
) {
  const { agentId, documentId } = target;
  if (target.contentHash !== prepared.contentHash || target.chunks !== prepared.chunks.length)
    await replaceChunks(tx, scope, { agentId, documentId, title: prepared.title, chunks: prepared.chunks });
  return {
    title: prepared.title,
    contentHash: prepared.contentHash,
    chars: prepared.text.length,
    chunks: prepared.chunks.length,
  };
}
