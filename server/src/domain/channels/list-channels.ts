import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelConnection, ListedChannel } from '@antiphon/contract/channels';
import type { AgentId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { countWaiting, listConnections, listOfProvider } from './channels.queries.ts';
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

/** Of all agents at one provider, a page at a time, the oldest first. Fails with `invalid_input` for a cursor that is none. */
export function listAllChannels(
  { database }: { database: Database },
  scope: Scope,
  { provider, cursor, limit }: { provider: ChannelProvider; cursor?: string | undefined; limit: number },
): Promise<{ items: ListedChannel[]; nextCursor: string | null }> {
  const after = readCursor(cursor);
  return database.transaction(scope, async (tx) => {
    const rows = await listOfProvider(tx, scope, { provider, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const waiting = await countWaiting(
      tx,
      scope,
      shown.map(({ id }) => id),
    );
    return {
      items: shown.map(({ agentTitle, ...row }) => ({ ...toConnection(row, waiting.get(row.id) ?? 0), agentTitle })),
      nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
    };
  });
}
