import type { Session, SessionDetail } from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { can, type Member } from '../identity/identity.policy.ts';
import { readInboxView } from '../operators/inbox-settings.ts';
import { mayAnswer } from '../operators/operators.policy.ts';
import { listMessages, toMessage } from './conversations.queries.ts';
import { findSession, type ListedFilters, listSessions as listRows } from './session-list.queries.ts';
import { toSession } from './sessions.rules.ts';

type Deps = { database: Database };

/** The conversations of all agents of the workspace, tests among them, or what the filters leave of them. */
export async function listSessions(
  deps: Deps,
  scope: Scope,
  query: ListedFilters & { cursor?: string | undefined; limit: number },
): Promise<{ items: Session[]; nextCursor: string | null }> {
  const { cursor, limit, ...filters } = query;
  const after = readCursor(cursor);
  const rows = await deps.database.transaction(scope, (tx) =>
    listRows(tx, scope, filters, { limit: limit + 1, after }),
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toSession), nextCursor: last ? writeCursor(last.lastMessageAt, last.id) : null };
}

export async function getConversation(deps: Deps, member: Member, id: ConversationId): Promise<SessionDetail> {
  const { scope } = member;
  const { row, messages, mayTakeOver } = await deps.database.transaction(scope, async (tx) => ({
    row: await findSession(tx, scope, id),
    messages: await listMessages(tx, scope, id),
    mayTakeOver: mayAnswer(member) && (await readInboxView(tx, member)).mayTakeOver,
  }));
  // A test is between the members and their working copy.
  if (!row || (row.isTest && member.client)) fail('not_found');
  const { ratingComment, contactMessage } = row;
  const canErase = can(member, 'conversations.reply');
  const canTakeOver = mayTakeOver && !row.isTest && (member.userId !== null || member.client !== null);
  return {
    ...toSession(row),
    ...{ ratingComment, contactMessage, canErase, canTakeOver, canTrace: member.client === null },
    transcript: messages.map(toMessage),
  };
}
