import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { hasAgent } from './documents.queries.ts';
import { findTaught } from './find-taught.ts';

/** What the agent would find for one question, best first: for people who look into why it answered as it did. */
export async function searchAsAgent(
  deps: { database: Database },
  scope: Scope,
  query: { agentId: AgentId; q: string; limit: number },
): Promise<Passage[]> {
  const { agentId, q, limit } = query;
  if (!(await deps.database.transaction(scope, (tx) => hasAgent(tx, scope, agentId)))) fail('not_found');
  const taught = await findTaught(deps.database, scope, { agentId, question: q, lang: '' });
  const { passages } = await searchKnowledge(deps, scope, { agentId, turns: [q], passagesMax: limit });
  if (!taught) return passages;
  return [taught, ...passages.filter(({ documentId }) => documentId !== taught.documentId)].slice(0, limit);
}
