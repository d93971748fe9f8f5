import type {
  Conversation,
  ConversationDetail,
  ConversationFilters,
  ConversationSummary,
} from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { readCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { can, type Member } from '../identity/identity.policy.ts';
import { readInboxView } from '../operators/inbox-settings.ts';
import { mayAnswer } from '../operators/operators.policy.ts';
import { pageOf } from '../transcripts/page-of.ts';
import { findListed, listAllConversations as listRows } from './all-conversations.queries.ts';
import { asSeenBy, isToldCredits } from './conversations.policy.ts';
import { listMessages } from './conversations.queries.ts';
import { toChargedMessage, toMessage } from './conversations.rules.ts';
import { toListed } from './exported-conversation.rules.ts';

type Deps = { database: Database };

/** The conversations of all agents that the member sees, tests among them, or what the filters leave of them. */
export async function listAllConversations(
  deps: Deps,
  member: Pick<Member, 'scope' | 'client'>,
  query: ConversationFilters & { cursor?: string | undefined; limit: number },
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const { scope } = member;
  const { cursor, limit, ...filters } = asSeenBy(member, query);
  const after = readCursor(cursor);
  const found = await deps.database.transaction(scope, (tx) =>
    listRows(tx, scope, filters, { limit: limit + 1, after }),
  );
  const { shown, nextCursor } = pageOf(found, limit);
  const told = { hasCredits: isToldCredits(member) };
  return { items: shown.map((row) => toListed(row, told)), nextCursor };
}

/** Those of one agent, as far as the member sees them. Fails with `not_found` where it has none such. */
export async function listConversations(
  deps: Deps,
  member: Pick<Member, 'scope' | 'client'>,
  agentId: AgentId,
  { search, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: ConversationSummary[]; nextCursor: string | null }> {
  await deps.database.transaction(member.scope, (tx) => getAgentSettings(tx, member.scope, agentId));
  const { items, nextCursor } = await listAllConversations(deps, member, { agentId, search, cursor, limit });
  return {
    items: items.map(({ agentTitle: _title, channel: _channel, activity: _activity, ...summary }) => summary),
    nextCursor,
  };
}

export async function getConversation(deps: Deps, member: Member, id: ConversationId): Promise<ConversationDetail> {
  const { scope } = member;
  const { row, messages, mayTakeOver } = await deps.database.transaction(scope, async (tx) => ({
    row: await findListed(tx, scope, id),
    messages: await listMessages(tx, scope, id),
    mayTakeOver: mayAnswer(member) && (await readInboxView(tx, member)).mayTakeOver,
  }));
  // A test is between the members and their working copy.
  if (!row || (row.isTest && member.client)) fail('not_found');
  const { ratingComment, contactMessage } = row;
  const hasCredits = isToldCredits(member);
  const canErase = can(member, 'conversations.reply');
  const canTakeOver = mayTakeOver && !row.isTest && (member.userId !== null || member.client !== null);
  return {
    ...toListed(row, { hasCredits }),
    ...{ ratingComment, contactMessage, canErase, canTakeOver, canTrace: member.client === null },
    transcript: messages.map(hasCredits ? toChargedMessage : toMessage),
  };
}
