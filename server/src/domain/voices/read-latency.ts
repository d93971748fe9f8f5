import type { CallLatency } from '@antiphon/contract/call-latency';
import { CallMode } from '@antiphon/contract/calls';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listSpokenTurns } from './voices.queries.ts';

const CALLS = 200;

/** How long callers of an agent wait for the first sound of an answer, by who listens and speaks. Fails with `not_found`. */
export async function readLatency(
  { database }: { database: Database },
  { scope }: Member,
  id: AgentId,
): Promise<CallLatency[]> {
  const turns = await database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, id);
    return listSpokenTurns(tx, scope, id, CALLS);
  });
  return CallMode.options.flatMap((mode) => {
    const waits = turns.flatMap((turn) => (turn.mode === mode ? [turn.totalMs] : [])).sort((a, b) => a - b);
    const at = (share: number) => Math.round(waits[Math.ceil(waits.length * share) - 1] ?? 0);
    return waits.length === 0 ? [] : [{ mode, turns: waits.length, p50: at(0.5), p95: at(0.95) }];
  });
}
