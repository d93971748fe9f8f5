import type { PhoneNumberId } from '@antiphon/contract/ids';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import type { Scope } from '../../db/scope.ts';

export type PhoneNumberRow = typeof phoneNumbers.$inferSelect;

const isOne = (scope: Scope, id: PhoneNumberId): SQL =>
  and(eq(phoneNumbers.workspaceUid, scope.workspaceUid), eq(phoneNumbers.id, id)) as SQL;

/** With the title of the agent; without one where that is in the trash. */
const listed = (tx: Tx, scope: Scope) =>
  tx
    .select({ number: phoneNumbers, agentTitle: sql<string>`coalesce(${agents.title}, '')` })
    .from(phoneNumbers)
    .leftJoin(
      agents,
      and(eq(agents.id, phoneNumbers.agentId), eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt)),
    );

export const listNumberRows = (tx: Tx, scope: Scope) =>
  listed(tx, scope)
    .where(eq(phoneNumbers.workspaceUid, scope.workspaceUid))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id));

export async function findNumberRow(tx: Tx, scope: Scope, id: PhoneNumberId) {
  const [row] = await listed(tx, scope).where(isOne(scope, id));
  return row ?? null;
}

export async function findByNumber(tx: Tx, scope: Scope, number: string): Promise<PhoneNumberRow | null> {
  const [row] = await tx
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceUid, scope.workspaceUid), eq(phoneNumbers.number, number)));
  return row ?? null;
}

export async function insertNumber(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof phoneNumbers.$inferInsert, 'workspaceUid'>,
): Promise<PhoneNumberRow | null> {
  const [made] = await tx
    .insert(phoneNumbers)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return made ?? null;
}

export async function updateNumberRow(
  tx: Tx,
  scope: Scope,
  id: PhoneNumberId,
  change: Partial<PhoneNumberRow>,
): Promise<PhoneNumberRow | null> {
  const [row] = await tx.update(phoneNumbers).set(change).where(isOne(scope, id)).returning();
  return row ?? null;
}

export const removeNumber = (tx: Tx, scope: Scope, id: PhoneNumberId) =>
  tx.delete(phoneNumbers).where(isOne(scope, id)).returning({ id: phoneNumbers.id });
