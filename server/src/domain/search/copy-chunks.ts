import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyChunks as copyRows, lockTotals } from './chunk-index.queries.ts';

/**
 * Gives one agent the chunks of a document of another, as they are indexed. `copyDocument` stores what they belong to; it is
 * called once nobody else writes the agent's index, and answers null where there is nothing to copy.
 */
export async function copyChunks<Copy extends { id: DocumentId }>(
  tx: Tx,
  scope: Scope,
  agents: { from: AgentId; to: AgentId },
  from: DocumentId,
  copyDocument: () => Promise<Copy | null>,
): Promise<Copy | null> {
  await lockTotals(tx, scope, agents.to);
  const copy = await copyDocument();
  if (copy) await copyRows(tx, scope, agents, { from, to: copy.id });
  return copy;
}
