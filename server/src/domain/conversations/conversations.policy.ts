import type { ConversationFilters } from '@antiphon/contract/conversations';
import type { AgentId } from '@antiphon/contract/ids';
import type { Member } from '../identity/identity.policy.ts';

/** To a client there are conversations of visitors with the client's own agents, and no others: no tests either. */
export const asSeenBy = <Query extends ConversationFilters>(
  { client }: Pick<Member, 'client'>,
  query: Query,
): Query & { agentIds?: readonly AgentId[] } =>
  client ? { ...query, channel: 'widget', agentIds: client.agentIds } : query;

/** What an answer cost is between the workspace and its ledger: a client pays another price, or none. */
export const isToldCredits = ({ client }: Pick<Member, 'client'>): boolean => client === null;
