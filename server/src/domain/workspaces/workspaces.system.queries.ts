import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/identity.ts';
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';

/** Look-ups that come before a scope exists: they are how one is found. */

export async function findKeyOwner(tx: Tx, secretHash: string): Promise<WorkspaceUid | null> {
  const [row] = await tx.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.secretHash, secretHash));
  return row?.uid ?? null;
}

export async function workspaceExists(tx: Tx, uid: WorkspaceUid): Promise<boolean> {
  const rows = await tx
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(and(eq(workspaces.uid, uid), isNull(workspaces.deletedAt)));
  return rows.length > 0;
}

export async function findMembership(tx: Tx, userId: UserId, uid: WorkspaceUid) {
  const [row] = await tx
    .select({ workspaceUid: workspaceMembers.workspaceUid, permissions: workspaceMembers.permissions })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.workspaceUid, uid)));
  return row ?? null;
}

export async function listMemberships(tx: Tx, userId: UserId) {
  return tx
    .select({ workspace: workspaces, permissions: workspaceMembers.permissions })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.uid, workspaceMembers.workspaceUid))
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(asc(workspaces.joinedAt));
}

/** False where the workspace was there already. */
export async function insertWorkspace(tx: Tx, row: typeof workspaces.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(workspaces).values(row).onConflictDoNothing().returning({ uid: workspaces.uid });
  return inserted.length > 0;
}

export async function insertMember(tx: Tx, row: typeof workspaceMembers.$inferInsert) {
  await tx.insert(workspaceMembers).values(row).onConflictDoNothing();
}

/** How many workspaces the person owns; nobody else counts or adds to them until the transaction ends. */
export async function lockOwned(tx: Tx, userId: UserId): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owned:${userId}`}, 0))`);
  const [row] = await tx
    .select({ owned: count() })
    .from(workspaces)
    .where(and(eq(workspaces.ownerUserId, userId), isNull(workspaces.deletedAt)));
  return row?.owned ?? 0;
}

/** The workspaces that a person owns, with how many others are in them. */
export async function listOwned(
  tx: Tx,
  userId: UserId,
): Promise<{ uid: WorkspaceUid; name: string; others: number }[]> {
  return tx
    .select({
      uid: workspaces.uid,
      name: workspaces.workspaceName,
      others: sql<number>`count(*) filter (where ${workspaceMembers.userId} <> ${userId})::int`,
    })
    .from(workspaces)
    .leftJoin(workspaceMembers, eq(workspaceMembers.workspaceUid, workspaces.uid))
    .where(and(eq(workspaces.ownerUserId, userId), isNull(workspaces.deletedAt)))
    .groupBy(workspaces.uid)
    .orderBy(asc(workspaces.joinedAt));
}

export async function deleteMemberships(tx: Tx, userId: UserId) {
  await tx.delete(workspaceMembers).where(eq(workspaceMembers.userId, userId));
}

export function listMemberNames(tx: Tx, uid: WorkspaceUid) {
  return tx
    .select({ userId: users.id, name: users.name })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(eq(workspaceMembers.workspaceUid, uid));
}
