import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { CHUNKING, type Chunk, chunkBlocks } from './chunking.rules.ts';
import type { TextBlock } from './document-text.ports.ts';
import { storable } from './documents.rules.ts';
import { replaceChunks } from './index-chunks.ts';

/** A document's content, ready to be stored: what a transaction needs, and nothing that takes long inside of it. */
export type PreparedText = { title: string; text: string; chunks: Chunk[]; contentHash: string };

/** The same hash means the same title, text, headings and way of cutting: nothing needs to be indexed again. */
export async function prepareText(title: string, blocks: TextBlock[]): Promise<PreparedText> {
  const chunks: Chunk[] = [];
  let since = performance.now();
  for (const chunk of chunkBlocks(blocks)) {
    chunks.push({ ...chunk, text: storable(chunk.text), headingPath: chunk.headingPath.map(storable) });
    if (performance.now() - since < 15) continue;
    await setImmediate();
    since = performance.now();
  }
  const hash = createHash('sha256').update(JSON.stringify([CHUNKING, title, chunks]));
  return { title: storable(title), text: plainText(blocks), chunks, contentHash: hash.digest('hex') };
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

/** The text as a person reads it, headings as lines that start with `#`: edited and saved, it makes the same blocks again. */
export function plainText(blocks: TextBlock[]): string {
  const parts: string[] = [];
  let path: string[] = [];
  for (const block of blocks) {
    const common = block.headingPath.findIndex((heading, at) => heading !== path[at]);
    const from = common === -1 ? block.headingPath.length : common;
    for (const [at, heading] of block.headingPath.entries())
      if (at >= from) parts.push(`${'#'.repeat(Math.min(at + 1, 6))} ${heading}`);
    path = block.headingPath;
    parts.push(block.text);
  }
  return storable(parts.join('\n\n'));
}
