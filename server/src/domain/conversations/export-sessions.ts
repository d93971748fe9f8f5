import type { ExportPart } from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Cursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listMessages, toMessage } from './conversations.queries.ts';
import {
  countSessions,
  findSession,
  type ListedFilters,
  listMessagesOf,
  listSessions,
  type SessionRow,
} from './session-list.queries.ts';
import { csvHead, csvLine, type ExportedSession, toSession, toText } from './sessions.rules.ts';

type Deps = { database: Database };

/** Conversations of one piece. Each piece is a transaction of its own, so that a slow reader holds nothing open. */
const PIECE = 200;

/**
 * A list of conversations, piece by piece with the progress: a line each, for `jsonl` with the whole transcript. At most
 * `exportConversationsMax`; ends when the reader leaves.
 */
export async function* exportSessions(
  deps: Deps,
  scope: Scope,
  filters: ListedFilters,
  format: 'csv' | 'jsonl',
): AsyncGenerator<ExportPart> {
  const found = await deps.database.transaction(scope, (tx) => countSessions(tx, scope, filters));
  const bound = Math.min(found, limits.exportConversationsMax);
  let done = 0;
  let after: Cursor | null = null;
  if (format === 'csv') yield { text: csvHead(), done, total: found, isLast: false };
  while (done < bound) {
    const page: { limit: number; after: Cursor | null } = { limit: Math.min(PIECE, bound - done), after };
    const { lines, last, count } = await readPiece(deps, scope, filters, format, page);
    if (!last) break;
    done += count;
    after = { createdAt: last.lastMessageAt, id: last.id };
    yield { text: lines.join(''), done, total: found, isLast: false };
  }
  yield { text: '', done, total: found, isLast: true };
}

async function readPiece(
  deps: Deps,
  scope: Scope,
  filters: ListedFilters,
  format: 'csv' | 'jsonl',
  page: { limit: number; after: Cursor | null },
) {
  return deps.database.transaction(scope, async (tx) => {
    const rows = await listSessions(tx, scope, filters, page);
    const last = rows.at(-1);
    if (format === 'csv' || !last)
      return { lines: rows.map((row) => csvLine(withNotes(row))), last, count: rows.length };
    const messages = Map.groupBy(
      await listMessagesOf(
        tx,
        scope,
        rows.map(({ id }) => id),
      ),
      (message) => message.conversationId,
    );
    const lines = rows.map(
      (row) => `${JSON.stringify({ ...withNotes(row), transcript: (messages.get(row.id) ?? []).map(toMessage) })}\n`,
    );
    return { lines, last, count: rows.length };
  });
}

const withNotes = (row: SessionRow) => ({
  ...toSession(row),
  ratingComment: row.ratingComment,
  contactMessage: row.contactMessage,
});

/** One conversation as a file to read (`txt`) or to process (`json`). */
export async function exportConversation(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  format: 'txt' | 'json',
): Promise<File> {
  const session = await deps.database.transaction(scope, async (tx): Promise<ExportedSession> => {
    const row = await findSession(tx, scope, id);
    if (!row) fail('not_found');
    return { ...withNotes(row), transcript: (await listMessages(tx, scope, id)).map(toMessage) };
  });
  const content = format === 'txt' ? toText(session) : `${JSON.stringify(session, null, 2)}\n`;
  const type = format === 'txt' ? 'text/plain; charset=utf-8' : 'application/json';
  return new File([content], `conversation-${session.createdAt.slice(0, 10)}-${id}.${format}`, { type });
}
