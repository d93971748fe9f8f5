import type { Call, CallChannel, CallState } from '@antiphon/contract/calls';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CallId, ConversationId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { findRecordings, type Recorded } from '../call-recordings/find-recordings.ts';
import { isToldCredits } from '../conversations/conversations.policy.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import type { Member } from '../identity/identity.policy.ts';
import { findCall, type ListedCall, listOfConversation, listCalls as listRows } from './calls.queries.ts';
import { isTransferable } from './calls.rules.ts';

type Deps = { database: Database };
type Reader = Pick<Member, 'scope' | 'client' | 'permissions'>;

const OF_CONVERSATION_MAX = 50;

const toCall = (row: ListedCall, recorded: Recorded, hasCredits: boolean): Call => {
  const { creditsMicro, startedAt, endedAt, createdAt, consentAt, hasTarget, transfers, ...told } = row;
  return {
    ...told,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    canTransfer: hasTarget && isTransferable({ state: row.state, transfers }),
    consentAt: consentAt?.toISOString() ?? null,
    ...recorded,
    ...(hasCredits ? { credits: toCredits(BigInt(creditsMicro)) } : {}),
  };
};

/** Of all agents that the member sees. A client is shown no tests. */
export async function listCalls(
  { database }: Deps,
  member: Reader,
  query: {
    agentId?: AgentId | undefined;
    channel?: CallChannel | undefined;
    state?: CallState | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: Call[]; nextCursor: string | null }> {
  const { scope, client } = member;
  const { cursor, limit, ...named } = query;
  const filters = { ...named, agentIds: client?.agentIds, hasTests: client === null };
  const { rows, recordedOf } = await database.transaction(scope, async (tx) => {
    const found = await listRows(tx, scope, filters, { limit: limit + 1, after: readCursor(cursor) });
    return { rows: found, recordedOf: await findRecordings(tx, scope, member, database.region, found) };
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toCall(row, recordedOf(row.id), isToldCredits({ client }))),
    nextCursor: last && rows.length > limit ? writeCursor(last.createdAt, last.id) : null,
  };
}

/** Fails with `not_found` where there is no such conversation, and for a client where it is a test. */
export async function listCallsOf({ database }: Deps, member: Reader, id: ConversationId): Promise<Call[]> {
  const { scope, client } = member;
  const { rows, recordedOf } = await database.transaction(scope, async (tx) => {
    const { isTest } = await findConversationAgent(tx, scope, id);
    if (isTest && client) fail('not_found');
    const found = await listOfConversation(tx, scope, id, OF_CONVERSATION_MAX);
    return { rows: found, recordedOf: await findRecordings(tx, scope, member, database.region, found) };
  });
  return rows.map((row) => toCall(row, recordedOf(row.id), isToldCredits({ client })));
}

/** Fails with `not_found` where the conversation has no such call that they see. */
export async function demandCallOf(
  { database }: Deps,
  { scope, client }: Pick<Reader, 'scope' | 'client'>,
  id: ConversationId,
  callId: CallId,
) {
  const row = await database.transaction(scope, (tx) => findCall(tx, scope, callId));
  if (row?.conversationId !== id || (row.isTest && client)) fail('not_found');
}
