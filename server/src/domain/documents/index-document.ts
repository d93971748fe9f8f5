import { createHash } from 'node:crypto';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { CHUNKING } from '../extraction/chunking.rules.ts';
import type { Chunk, ChunkedText } from '../extraction/extraction.ports.ts';
import { MARKING } from '../particulars/particulars.rules.ts';
import { replaceChunks } from '../search/index-chunks.ts';
import { storable } from '../search/search-text.rules.ts';

import type { DocumentRow } from './documents.queries.ts';

/** A document's content, ready to be stored: what a transaction needs, and nothing that takes long inside of it. */
export type PreparedText = { title: string; text: string; chunks: Chunk[]; contentHash: string };

/** How text is cut and marked: what was read another way is read anew, though the site says that it is unchanged. */
export const WAY = createHash('sha256')
  .update(JSON.stringify([CHUNKING, MARKING]))
  .digest('hex')
  .slice(0, 12);

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

export type PageSeen = NonNullable<DocumentRow['seen']>;

/** More links than these are not kept: the page is asked for whole. */
const LINKS_KEPT_MAX = 500;

/** Null where the site gives nothing by which a page that did not change is known. */
export function seenNow(read: {
  validators: { etag: string; modified: string };
  links: string[];
  needsJavaScript: boolean;
  isCut: boolean;
}): PageSeen | null {
  const { validators, links, needsJavaScript, isCut } = read;
  if ((validators.etag === '' && validators.modified === '') || links.length > LINKS_KEPT_MAX) return null;
  return { way: WAY, ...validators, links, needsJavaScript, isCut };
}
