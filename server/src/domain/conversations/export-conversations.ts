import type { ConversationFilters, ExportPart } from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Cursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import {
  countListed,
  findListed,
  type ListedConversation,
  type ListedFilters,
  listAllConversations,
  listMessagesOf,
} from './all-conversations.queries.ts';
import { asSeenBy, isToldCredits } from './conversations.policy.ts';
import { listMessages } from './conversations.queries.ts';
import { toChargedMessage, toMessage } from './conversations.rules.ts';
import { csvHead, csvLine, type ExportedConversation, toListed, toText } from './exported-conversation.rules.ts';

type Deps = { database: Database };
type Reader = Pick<Member, 'scope' | 'client'>;

/** Conversations of one piece. Each piece is a transaction of its own, so that a slow reader holds nothing open. */
const PIECE = 200;

/**
 * A list of conversations, piece by piece with the progress: a line each, for `jsonl` with the whole transcript. At most
 * `exportConversationsMax`; ends when the reader leaves.
 */
export async function* exportConversations(
  deps: Deps,
  member: Reader,
  asked: ConversationFilters,
  format: 'csv' | 'jsonl',
): AsyncGenerator<ExportPart> {
  const { scope } = member;
  const filters = asSeenBy(member, asked);
  const found = await deps.database.transaction(scope, (tx) => countListed(tx, scope, filters));
  const bound = Math.min(found, limits.exportConversationsMax);
  let done = 0;
  let after: Cursor | null = null;
  if (format === 'csv')
    yield { text: csvHead({ hasCredits: isToldCredits(member) }), done, total: found, isLast: false };
  while (done < bound) {
    const page: { limit: number; after: Cursor | null } = { limit: Math.min(PIECE, bound - done), after };
    const { lines, goesOnAt, count } = await readPiece(deps, member, filters, format, page);
    if (!goesOnAt) break;
    done += count;
    after = goesOnAt;
    yield { text: lines.join(''), done, total: found, isLast: false };
  }
  yield { text: '', done, total: found, isLast: true };
}

async function readPiece(
  deps: Deps,
  member: Reader,
  filters: ListedFilters,
  format: 'csv' | 'jsonl',
  page: { limit: number; after: Cursor | null },
) {
  const { scope } = member;
  const told = { hasCredits: isToldCredits(member) };
  return deps.database.transaction(scope, async (tx) => {
    const { rows, ...found } = await listAllConversations(tx, scope, filters, page);
    const last = rows.at(-1);
    const goesOnAt = found.goesOnAt ?? (last ? { createdAt: last.lastMessageAt, id: last.id } : null);
    if (format === 'csv')
      return { lines: rows.map((row) => csvLine(withNotes(row, told), told)), goesOnAt, count: rows.length };
    const messages = Map.groupBy(
      await listMessagesOf(
        tx,
        scope,
        rows.map(({ id }) => id),
      ),
      (message) => message.conversationId,
    );
    const lines = rows.map(
      (row) =>
        `${JSON.stringify({ ...withNotes(row, told), transcript: (messages.get(row.id) ?? []).map(told.hasCredits ? toChargedMessage : toMessage) })}\n`,
    );
    return { lines, goesOnAt, count: rows.length };
  });
}

const withNotes = (row: ListedConversation, told: { hasCredits: boolean }) => ({
  ...toListed(row, told),
  ratingComment: row.ratingComment,
  contactMessage: row.contactMessage,
});

/** One conversation as a file to read (`txt`) or to process (`json`). */
export async function exportConversation(
  deps: Deps,
  member: Reader,
  id: ConversationId,
  format: 'txt' | 'json',
): Promise<File> {
  const { scope } = member;
  const told = { hasCredits: isToldCredits(member) };
  const conversation = await deps.database.transaction(scope, async (tx): Promise<ExportedConversation> => {
    const row = await findListed(tx, scope, id);
    if (!row) fail('not_found');
    const messages = await listMessages(tx, scope, id);
    return { ...withNotes(row, told), transcript: messages.map(told.hasCredits ? toChargedMessage : toMessage) };
  });
  const content = format === 'txt' ? toText(conversation) : `${JSON.stringify(conversation, null, 2)}\n`;
  const type = format === 'txt' ? 'text/plain; charset=utf-8' : 'application/json';
  return new File([content], `conversation-${conversation.createdAt.slice(0, 10)}-${id}.${format}`, { type });
}
