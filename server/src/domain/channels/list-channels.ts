import type { ChannelConnection } from '@antiphon/contract/channels';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { countWaiting, listConnections } from './channels.queries.ts';
import { toConnection } from './channels.rules.ts';

/** Oldest first. Fails with `not_found` for an agent that is not there. */
export const listChannels = (
  { database }: { database: Database },
  scope: Scope,
  agentId: AgentId,
): Promise<ChannelConnection[]> =>
  database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const rows = await listConnections(tx, scope, agentId);
    const waiting = await countWaiting(
      tx,
      scope,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toConnection(row, waiting.get(row.id) ?? 0));
  });
