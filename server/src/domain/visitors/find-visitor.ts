import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { hashVisitorToken } from '../conversations/start-conversation.ts';
import { isLinkOf, isLinkToken } from '../sealing/visitor-link.ts';
import { findConversation, findVisitor as findRow } from './visitors.system.queries.ts';

type Visitor = { workspaceUid: WorkspaceUid; agentId: AgentId };

/** By conversation and hash of the token; a conversation never changes hands, and its token is never replaced. */
const found = new LRUCache<string, Visitor>({ max: 10_000 });

/**
 * Whose conversation a token opens, or null: the one that its first device keeps, or that of a link out of a mail. `known` may say so
 * of a conversation that was erased meanwhile.
 */
export async function findVisitor(
  deps: { database: Database; systemScope: SystemScope; secretKey: string },
  id: ConversationId,
  token: string,
  how: 'looked up' | 'known',
): Promise<Visitor | null> {
  const isLink = isLinkToken(token);
  if (isLink && !isLinkOf(deps.secretKey, id, token, new Date())) return null;
  const hash = hashVisitorToken(token);
  const key = `${id} ${hash}`;
  const known = how === 'known' ? found.get(key) : undefined;
  if (known) return known;
  const visitor = await deps.database.transaction(deps.systemScope, (tx) =>
    isLink ? findConversation(tx, id) : findRow(tx, id, hash),
  );
  if (visitor) found.set(key, visitor);
  return visitor;
}
