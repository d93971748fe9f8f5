import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findVersion } from './agents.queries.ts';
import { readSettings } from './agents.rules.ts';

/** Versions never change, so that one that was read stays true. About 4 kB each. */
const read = new LRUCache<string, AgentSettings>({ max: 1_000 });

/**
 * The settings of a published version. The caller has just learnt its number from the database, which is what says that the
 * agent is the scope's, exists and is published. Null where that version is gone.
 */
export async function findPublishedSettings(
  deps: { database: Database },
  scope: Scope,
  agentId: AgentId,
  number: number,
): Promise<AgentSettings | null> {
  const key = `${scope.workspaceUid} ${agentId} ${number}`;
  const known = read.get(key);
  if (known) return known;
  const version = await deps.database.transaction(scope, (tx) => findVersion(tx, scope, agentId, number));
  if (!version) return null;
  const settings = readSettings(version.settings);
  read.set(key, settings);
  return settings;
}
