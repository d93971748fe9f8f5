import type { Call, CallChannel, CallState } from '@antiphon/contract/calls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CallId, ConversationId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { isToldCredits } from '../conversations/conversations.policy.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import type { Member } from '../identity/identity.policy.ts';
import { findCall, type ListedCall, listOfConversation, listCalls as listRows } from './calls.queries.ts';
import { isTransferable } from './calls.rules.ts';

type Deps = { database: Database };
type Reader = Pick<Member, 'scope' | 'client'>;

const OF_CONVERSATION_MAX = 50;

const toCall = (row: ListedCall, hasCredits: boolean): Call => {
  const { creditsMicro, startedAt, endedAt, createdAt, hasTarget, transfers, ...told } = row;
  return {
    ...told,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    canTransfer: hasTarget && isTransferable({ state: row.state, transfers }),
    ...(hasCredits ? { credits: toCredits(BigInt(creditsMicro)) } : {}),
  };
};

/** Of all agents that the member sees. A client is shown no tests. */
export async function listCalls(
  { database }: Deps,
  { scope, client }: Reader,
  query: {
    agentId?: AgentId | undefined;
    channel?: CallChannel | undefined;
    state?: CallState | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: Call[]; nextCursor: string | null }> {
  const { cursor, limit, ...named } = query;
  const filters = { ...named, agentIds: client?.agentIds, hasTests: client === null };
  const rows = await database.transaction(scope, (tx) =>
    listRows(tx, scope, filters, { limit: limit + 1, after: readCursor(cursor) }),
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toCall(row, isToldCredits({ client }))),
    nextCursor: last && rows.length > limit ? writeCursor(last.createdAt, last.id) : null,
  };
}

/** Fails with `not_found` where there is no such conversation, and for a client where it is a test. */
export async function listCallsOf({ database }: Deps, { scope, client }: Reader, id: ConversationId): Promise<Call[]> {
  const rows = await database.transaction(scope, async (tx) => {
    const { isTest } = await findConversationAgent(tx, scope, id);
    if (isTest && client) fail('not_found');
    return listOfConversation(tx, scope, id, OF_CONVERSATION_MAX);
  });
  return rows.map((row) => toCall(row, isToldCredits({ client })));
}

/** Fails with `not_found` where the conversation has no such call that they see. */
export async function demandCallOf({ database }: Deps, { scope, client }: Reader, id: ConversationId, callId: CallId) {
  const row = await database.transaction(scope, (tx) => findCall(tx, scope, callId));
  if (row?.conversationId !== id || (row.isTest && client)) fail('not_found');
}
