import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { hashVisitorToken } from '../conversations/start-conversation.ts';
import { findVisitor as findRow } from './visitors.system.queries.ts';

type Visitor = { workspaceUid: WorkspaceUid; agentId: AgentId };

/** By conversation and hash of the token; a conversation never changes hands, and its token is never replaced. */
const found = new LRUCache<string, Visitor>({ max: 10_000 });

/** Whose conversation a token opens, or null. `known` may say so of a conversation that was erased meanwhile. */
export async function findVisitor(
  deps: { database: Database; systemScope: SystemScope },
  id: ConversationId,
  token: string,
  how: 'looked up' | 'known',
): Promise<Visitor | null> {
  const hash = hashVisitorToken(token);
  const key = `${id} ${hash}`;
  const known = how === 'known' ? found.get(key) : undefined;
  if (known) return known;
  const visitor = await deps.database.transaction(deps.systemScope, (tx) => findRow(tx, id, hash));
  if (visitor) found.set(key, visitor);
  return visitor;
}
