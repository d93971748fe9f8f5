import type { AccessKeyId, UserId } from '@antiphon/contract/ids';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { accessKeys as table } from '../../db/schema/access-keys.ts';
import type { Scope } from '../../db/scope.ts';

/** Without the hash, which `findKeyByHash` alone compares. */
const READABLE = {
  id: table.id,
  userId: table.userId,
  name: table.name,
  scopes: table.scopes,
  last4: table.last4,
  createdAt: table.createdAt,
  expiresAt: table.expiresAt,
  lastUsedAt: table.lastUsedAt,
};
export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number];

/** `userId`: of this person alone; null: everybody's. The newest first. */
export const listKeyRows = (tx: Tx, scope: Scope, userId: UserId | null) =>
  tx
    .select(READABLE)
    .from(table)
    .where(and(eq(table.workspaceUid, scope.workspaceUid), userId ? eq(table.userId, userId) : undefined))
    .orderBy(desc(table.createdAt), desc(table.id));

export async function countKeys(tx: Tx, scope: Scope, userId: UserId): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(table)
    .where(and(eq(table.workspaceUid, scope.workspaceUid), eq(table.userId, userId)));
  return row?.total ?? 0;
}

export async function insertKey(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof table.$inferInsert, 'workspaceUid'>,
): Promise<KeyRow> {
  const [made] = await tx
    .insert(table)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning(READABLE);
  return made!;
}

/** Null where there is none, or it is not of this person (`userId`; null: anybody's). */
export async function deleteKey(tx: Tx, scope: Scope, id: AccessKeyId, userId: UserId | null) {
  const [gone] = await tx
    .delete(table)
    .where(
      and(eq(table.workspaceUid, scope.workspaceUid), eq(table.id, id), userId ? eq(table.userId, userId) : undefined),
    )
    .returning({ name: table.name, userId: table.userId });
  return gone ?? null;
}
