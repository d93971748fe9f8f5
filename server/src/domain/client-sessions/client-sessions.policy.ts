import type { ClientPage } from '@antiphon/contract/client-pages';
import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findConversationAgentId } from './client-sessions.queries.ts';

type Client = { scope: Scope; actor: ClientActor };
/** The page that a call belongs to (one of them is enough), and how the call names what must be the client's. */
type Opening = { page: ClientPage | readonly ClientPage[] | 'any'; of: 'agent' | 'conversation' | 'list' };

/**
 * What a client may open: a page that they were given, of agents that are theirs. Fails with `forbidden` for a page, with
 * `not_found` for what is another's: whether it exists is nothing to them.
 */
export async function demandOpened(
  { database }: { database: Database },
  { scope, actor }: Client,
  { page, of }: Opening,
  named: { agentId: AgentId | null; conversationId: ConversationId | null },
): Promise<void> {
  if (page !== 'any' && ![page].flat().some((one) => actor.pages.includes(one))) fail('forbidden');
  if (of === 'agent') demandTheirs(actor, named.agentId);
  if (of !== 'conversation') return;
  const id = named.conversationId ?? fail('not_found');
  demandTheirs(actor, await database.transaction(scope, (tx) => findConversationAgentId(tx, scope, id)));
}

/** What a list is filtered by is among their agents; without a filter the query shows theirs alone. */
export function demandFilters(actor: ClientActor, agentIds: readonly (AgentId | null)[]): void {
  for (const id of agentIds) if (id !== null) demandTheirs(actor, id);
}

function demandTheirs(actor: ClientActor, agentId: AgentId | null) {
  if (agentId === null || !actor.agentIds.includes(agentId)) fail('not_found');
}
