import type { AgentId, ChannelConnectionId } from '@antiphon/contract/ids';
import type { Phone, PhoneLine } from '@antiphon/contract/simulator';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toConnection } from '../channels/channels.rules.ts';
import { type Connection, getSimulated } from '../channels/use-connection.ts';
import type { Wires } from './channel-simulator.ports.ts';
import { findPhone, listLines } from './channel-simulator.queries.ts';
import { toLine } from './channel-simulator.rules.ts';

export type NamedPhone = { agentId: AgentId; connectionId: ChannelConnectionId };

/** Fails with `not_found` for a channel that is a real one. */
export const openPhone = (
  deps: { database: Database; wires: Wires },
  scope: Scope,
  named: NamedPhone,
): Promise<Phone> =>
  deps.database.transaction(scope, async (tx) => readPhone(deps, tx, scope, await getSimulated(tx, scope, named)));

export async function readPhone({ wires }: { wires: Wires }, tx: Tx, scope: Scope, row: Connection): Promise<Phone> {
  const phone = await findPhone(tx, scope, row.id);
  return {
    channel: toConnection(row, 0),
    typingUntil: phone?.typingUntil?.toISOString() ?? null,
    isTokenDead: phone?.isTokenDead ?? false,
    isWindowOver: phone?.isWindowOver ?? false,
    isBlocked: phone?.isBlocked ?? false,
    told: wires[row.provider].told,
  };
}

/** A page of what stands there, the newest first. Fails with `invalid_input` for a cursor that is none. */
export function listPhoneLines(
  { database }: { database: Database },
  scope: Scope,
  { cursor, limit, ...named }: NamedPhone & { cursor?: string | undefined; limit: number },
): Promise<{ items: PhoneLine[]; nextCursor: string | null }> {
  const after = readCursor(cursor);
  return database.transaction(scope, async (tx) => {
    const { id } = await getSimulated(tx, scope, named);
    const rows = await listLines(tx, scope, { id, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { items: shown.map(toLine), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
  });
}
