import type { AgentId } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { findAgentOf } from './signals.queries.ts';

/** What hangs on an agent never moves to another. Promises, so that fifty open dashboards ask once. */
const known = new LRUCache<string, Promise<AgentId | null>>({ max: 20_000 });

/**
 * What of a workspace's signals somebody is told: a member all, a client what hangs on their own agents. Webhooks, deliveries
 * and the workspace itself are nothing of a client's.
 */
export async function selectSignals(
  deps: { database: Database },
  { scope, client }: Pick<Member, 'scope' | 'client'>,
  signals: readonly Signal[],
): Promise<Signal[]> {
  if (!client) return [...signals];
  const agents = await Promise.all(signals.map((signal) => agentOf(deps, scope, signal)));
  return signals.filter((_signal, index) => {
    const agentId = agents[index];
    return agentId ? client.agentIds.includes(agentId) : false;
  });
}

function agentOf({ database }: { database: Database }, scope: Scope, signal: Signal): Promise<AgentId | null> {
  const key = `${scope.workspaceUid} ${signal.kind} ${signal.id}`;
  const found = known.get(key);
  if (found) return found;
  const looking = database
    .transaction(scope, (tx) => findAgentOf(tx, scope, signal))
    .then(
      (agentId) => {
        // It may come to be, as a notification that is told of before it is stored.
        if (agentId === null) known.delete(key);
        return agentId;
      },
      (error: unknown) => {
        known.delete(key);
        throw error;
      },
    );
  known.set(key, looking);
  return looking;
}
