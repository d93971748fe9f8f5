import { type ChannelConnectionId, newSimulatedLineId } from '@antiphon/contract/ids';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { simulatedLines, simulatedPhones } from '../../db/schema/simulator.ts';
import type { Scope } from '../../db/scope.ts';

export type LineRow = typeof simulatedLines.$inferSelect;
export type PhoneRow = typeof simulatedPhones.$inferSelect;

const isPhone = (scope: Scope, id: ChannelConnectionId): SQL =>
  and(eq(simulatedPhones.workspaceUid, scope.workspaceUid), eq(simulatedPhones.connectionId, id)) as SQL;
const isOfPhone = (scope: Scope, id: ChannelConnectionId): SQL =>
  and(eq(simulatedLines.workspaceUid, scope.workspaceUid), eq(simulatedLines.connectionId, id)) as SQL;

/** As it is; null until something was done there. */
export async function findPhone(tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<PhoneRow | null> {
  const [row] = await tx.select().from(simulatedPhones).where(isPhone(scope, id));
  return row ?? null;
}

/** Locked until the transaction ends, and there from now on. */
export async function holdPhone(tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<PhoneRow> {
  const values = { connectionId: id, workspaceUid: scope.workspaceUid };
  await tx.insert(simulatedPhones).values(values).onConflictDoNothing();
  const [row] = await tx.select().from(simulatedPhones).where(isPhone(scope, id)).for('update');
  if (!row) throw new Error('A phone is gone.');
  return row;
}

export async function updatePhone(tx: Tx, scope: Scope, id: ChannelConnectionId, change: Partial<PhoneRow>) {
  await tx.update(simulatedPhones).set(change).where(isPhone(scope, id));
}

type NewLine = Pick<LineRow, 'connectionId' | 'threadId' | 'kind'> &
  Partial<Omit<LineRow, 'number' | 'providerId'>> & {
    /** As the provider names it, by its number. */
    nameOf?: (number: number) => string;
  };

/** The next line of a phone. */
export async function insertLine(tx: Tx, scope: Scope, { nameOf, ...line }: NewLine): Promise<LineRow> {
  const number = (await holdPhone(tx, scope, line.connectionId)).lastNumber + 1;
  await updatePhone(tx, scope, line.connectionId, { lastNumber: number });
  const values = {
    ...{ at: new Date(), createdAt: new Date(), ...line },
    ...{ id: newSimulatedLineId(), workspaceUid: scope.workspaceUid, number, providerId: nameOf?.(number) ?? '' },
  };
  const [row] = await tx.insert(simulatedLines).values(values).returning();
  return row as LineRow;
}

/** The newest first. */
export const listLines = (
  tx: Tx,
  scope: Scope,
  { id, after, limit }: { id: ChannelConnectionId; after: Cursor | null; limit: number },
): Promise<LineRow[]> =>
  tx
    .select()
    .from(simulatedLines)
    .where(and(isOfPhone(scope, id), after ? isBehind(simulatedLines.createdAt, simulatedLines.id, after) : undefined))
    .orderBy(desc(simulatedLines.createdAt), desc(simulatedLines.id))
    .limit(limit);

export async function findLastSaid(tx: Tx, scope: Scope, id: ChannelConnectionId): Promise<LineRow | null> {
  const [row] = await tx
    .select()
    .from(simulatedLines)
    .where(and(isOfPhone(scope, id), eq(simulatedLines.kind, 'said')))
    .orderBy(desc(simulatedLines.createdAt), desc(simulatedLines.id))
    .limit(1);
  return row ?? null;
}

/** Lines of one kind that stand at one of these states get another; those that did, in their order. */
export async function raiseLines(
  tx: Tx,
  scope: Scope,
  id: ChannelConnectionId,
  { kind, to }: { kind: LineRow['kind']; to: LineRow['state'] },
): Promise<LineRow[]> {
  const rows = await tx
    .update(simulatedLines)
    .set({ state: to })
    .where(and(isOfPhone(scope, id), eq(simulatedLines.kind, kind), ne(simulatedLines.state, to)))
    .returning();
  return rows.toSorted((one, other) => one.number - other.number);
}

/** It arrived: what was read meanwhile stays so. */
export async function setDelivered(tx: Tx, scope: Scope, lines: Pick<LineRow, 'id'>[]) {
  await tx
    .update(simulatedLines)
    .set({ state: 'delivered' })
    .where(
      and(
        eq(simulatedLines.workspaceUid, scope.workspaceUid),
        inArray(
          simulatedLines.id,
          lines.map(({ id }) => id),
        ),
        sql`${simulatedLines.state} = 'sent'`,
      ),
    );
}
