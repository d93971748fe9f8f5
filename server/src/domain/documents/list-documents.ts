import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { DocumentState, KnowledgeDocument } from '@antiphon/contract/knowledge';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import {
  findDocument,
  hasAgent,
  listChunks,
  listHosts as listHostRows,
  listDocuments as listRows,
} from './documents.queries.ts';
import { toDocument } from './documents.rules.ts';

/** A document of a million characters has about 1,200 chunks. */
const CHUNKS_SHOWN_MAX = 2_000;

/** What was added, newest first; with `parentId` the pages that were read from a sitemap or crawl. */
export async function listDocuments(
  deps: { database: Database },
  scope: Scope,
  query: {
    agentId: AgentId;
    cursor?: string | undefined;
    limit: number;
    parentId?: DocumentId | undefined;
    state?: DocumentState | undefined;
    search?: string | undefined;
  },
): Promise<{ items: KnowledgeDocument[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor);
  const parentId = query.parentId ?? null;
  const rows = await deps.database.transaction(scope, async (tx) => {
    const isThere = parentId
      ? (await findDocument(tx, scope, query.agentId, parentId)) !== null
      : await hasAgent(tx, scope, query.agentId);
    if (!isThere) fail('not_found');
    const search = query.search?.trim() || null;
    const { agentId, limit, state = null } = query;
    return listRows(tx, scope, { agentId, parentId, state, search, limit: limit + 1, after });
  });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return { items: shown.map(toDocument), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

/** A document with its whole text and the chunks that the agent searches. */
export async function getDocument(
  deps: { database: Database },
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
) {
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, target.agentId, target.documentId);
    if (!row) fail('not_found');
    const chunkList = await listChunks(tx, scope, row.id, CHUNKS_SHOWN_MAX);
    return { ...toDocument(row), text: row.text, chunkList };
  });
}

/** Where the documents of an agent come from: the hosts of their addresses. What their texts name is not among them. */
export const listHosts = ({ database }: { database: Database }, scope: Scope, agentId: AgentId): Promise<string[]> =>
  database.transaction(scope, (tx) => listHostRows(tx, scope, agentId));
