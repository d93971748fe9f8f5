import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { AgentId, ChannelConnectionId } from '@antiphon/contract/ids';
import { and, asc, count, eq, getColumns, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isAhead } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { agents } from '../../db/schema/agents.ts';
import { channelConnections, channelSends, channelThreads } from '../../db/schema/channels.ts';
import type { Scope } from '../../db/scope.ts';

export type ConnectionRow = typeof channelConnections.$inferSelect;
export type Feed = NonNullable<ConnectionRow['feed']>;

const isOne = (scope: Scope, id: ChannelConnectionId): SQL =>
  and(eq(channelConnections.workspaceUid, scope.workspaceUid), eq(channelConnections.id, id)) as SQL;

export const listConnections = (tx: Tx, scope: Scope, agentId: AgentId): Promise<ConnectionRow[]> =>
  tx
    .select()
    .from(channelConnections)
    .where(and(eq(channelConnections.workspaceUid, scope.workspaceUid), eq(channelConnections.agentId, agentId)))
    .orderBy(asc(channelConnections.createdAt), asc(channelConnections.id));

/** Of the agents that are not in the trash, the oldest first. */
export const listOfProvider = (
  tx: Tx,
  scope: Scope,
  { provider, after, limit }: { provider: ChannelProvider; after: Cursor | null; limit: number },
) =>
  tx
    .select({ ...getColumns(channelConnections), agentTitle: sql<string>`coalesce(${agents.title}, '')` })
    .from(channelConnections)
    .innerJoin(agents, and(eq(agents.id, channelConnections.agentId), isNull(agents.deletedAt)))
    .where(
      and(
        eq(channelConnections.workspaceUid, scope.workspaceUid),
        eq(channelConnections.provider, provider),
        after ? isAhead(channelConnections.createdAt, channelConnections.id, after) : undefined,
      ),
    )
    .orderBy(asc(channelConnections.createdAt), asc(channelConnections.id))
    .limit(limit);

/** How many parts of messages wait to be sent, by connection. */
export async function countWaiting(tx: Tx, scope: Scope, ids: ChannelConnectionId[]) {
  if (ids.length === 0) return new Map<ChannelConnectionId, number>();
  const rows = await tx
    .select({ id: channelThreads.connectionId, waiting: count() })
    .from(channelSends)
    .innerJoin(channelThreads, eq(channelThreads.id, channelSends.threadId))
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        inArray(channelSends.state, ['queued', 'sending', 'unsure']),
        inArray(channelThreads.connectionId, ids),
      ),
    )
    .groupBy(channelThreads.connectionId);
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

export async function findConnection(tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(channelConnections).where(isOne(scope, id));
  return row ?? null;
}

/** Until the transaction ends nobody else changes it. */
export async function lockConnection(tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(channelConnections).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function findConnected(
  tx: Tx,
  scope: Scope,
  { provider, externalId }: { provider: ChannelProvider; externalId: string },
): Promise<ConnectionRow | null> {
  const [row] = await tx
    .select()
    .from(channelConnections)
    .where(
      and(
        eq(channelConnections.workspaceUid, scope.workspaceUid),
        eq(channelConnections.provider, provider),
        eq(channelConnections.externalId, externalId),
      ),
    );
  return row ?? null;
}

/** All that are connected with one account of a provider, oldest first. */
export const listOfAccount = (
  tx: Tx,
  scope: Scope,
  { provider, accountId }: Pick<ConnectionRow, 'provider' | 'accountId'>,
): Promise<ConnectionRow[]> =>
  tx
    .select()
    .from(channelConnections)
    .where(
      and(
        eq(channelConnections.workspaceUid, scope.workspaceUid),
        eq(channelConnections.provider, provider),
        eq(channelConnections.accountId, accountId),
      ),
    )
    .orderBy(asc(channelConnections.createdAt), asc(channelConnections.id));

/** Null where somebody else connected the same in the same moment. */
export async function insertConnection(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof channelConnections.$inferInsert, 'workspaceUid'>,
): Promise<ConnectionRow | null> {
  const [made] = await tx
    .insert(channelConnections)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning();
  return made ?? null;
}

export async function updateConnection(
  tx: Tx,
  scope: Scope,
  id: ChannelConnectionId,
  change: Partial<ConnectionRow>,
): Promise<ConnectionRow | null> {
  const [row] = await tx.update(channelConnections).set(change).where(isOne(scope, id)).returning();
  return row ?? null;
}

/** By the worker that asks the provider for what came, or follows its feed. False where another does by now. */
export async function moveOffset(
  tx: Tx,
  scope: Scope,
  { id, lease, offset, feed }: { id: ChannelConnectionId; lease: Lease; offset: number; feed?: Feed },
): Promise<boolean> {
  const moved = await tx
    .update(channelConnections)
    .set({ pollOffset: offset, ...(feed ? { feed, problem: '' } : {}) })
    .where(and(isOne(scope, id), isHeld(channelConnections, lease)))
    .returning({ id: channelConnections.id });
  return moved.length > 0;
}

/** So that another one asks now: it has ended, or what it asks for will not be there. */
export async function giveBackPoll(tx: Tx, scope: Scope, { id, lease }: { id: ChannelConnectionId; lease: Lease }) {
  await tx
    .update(channelConnections)
    .set(GIVEN_BACK)
    .where(and(isOne(scope, id), isHeld(channelConnections, lease)));
}

/** Takes a feed from whoever follows it: nothing that they are told is kept any more, and the next goes on where they had kept it. */
export async function endPoll(tx: Tx, scope: Scope, id: ChannelConnectionId) {
  await tx.update(channelConnections).set(GIVEN_BACK).where(isOne(scope, id));
}

export async function renewPoll(
  tx: Tx,
  scope: Scope,
  { id, lease }: { id: ChannelConnectionId; lease: Lease },
  change: ReturnType<typeof renewed>,
): Promise<boolean> {
  const kept = await tx
    .update(channelConnections)
    .set(change)
    .where(and(isOne(scope, id), isHeld(channelConnections, lease)))
    .returning({ id: channelConnections.id });
  return kept.length > 0;
}

/** Those of an agent that are only tried at a provider. */
export const removeSimulated = (
  tx: Tx,
  scope: Scope,
  { agentId, provider }: Pick<ConnectionRow, 'agentId' | 'provider'>,
): Promise<ConnectionRow[]> =>
  tx
    .delete(channelConnections)
    .where(
      and(
        eq(channelConnections.workspaceUid, scope.workspaceUid),
        eq(channelConnections.agentId, agentId),
        eq(channelConnections.provider, provider),
        eq(channelConnections.isSimulated, true),
      ),
    )
    .returning();

export const removeConnection = (tx: Tx, scope: Scope, id: ChannelConnectionId) =>
  tx.delete(channelConnections).where(isOne(scope, id)).returning({ id: channelConnections.id });

/** Good to a few seconds, so that a busy bot does not rewrite its row with every message. The first message connects it. */
export async function noteTraffic(tx: Tx, scope: Scope, id: ChannelConnectionId, what: 'in' | 'out') {
  const column = what === 'in' ? channelConnections.lastInAt : channelConnections.lastOutAt;
  const isStale = or(isNull(column), lt(column, sql`now() - interval '5 seconds'`));
  const isNew = what === 'in' ? eq(channelConnections.state, 'waiting') : undefined;
  await tx
    .update(channelConnections)
    .set(
      what === 'in'
        ? {
            lastInAt: sql`now()`,
            state: sql`case when ${channelConnections.state} = 'waiting' then 'connected' else ${channelConnections.state} end`,
          }
        : { lastOutAt: sql`now()` },
    )
    .where(and(isOne(scope, id), or(isStale, isNew)));
}
