import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { countMessage } from './billing.queries.ts';
import { monthOf } from './months.rules.ts';

/**
 * Counts one visitor message of an agent in the UTC month of `now`; false, and nothing counted, where `messagesLimit` is
 * reached (null is no limit). In the transaction that stores the message, so that the two stand or fall together.
 */
export async function reserveMessage(
  tx: Tx,
  scope: Scope,
  message: { agentId: AgentId; messagesLimit: number | null; now: Date },
): Promise<boolean> {
  const { agentId, messagesLimit: limit, now } = message;
  if (limit !== null && limit < 1) return false;
  return countMessage(tx, scope, { agentId, month: monthOf(now), limit });
}
