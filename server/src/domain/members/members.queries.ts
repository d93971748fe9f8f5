import type { UserId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

const isOne = (scope: Scope, userId: UserId) =>
  and(eq(workspaceMembers.workspaceUid, scope.workspaceUid), eq(workspaceMembers.userId, userId));

/** Name and owner. Until the transaction ends nobody else joins or leaves. */
export async function lockMembers(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      workspaceName: workspaces.workspaceName,
      ownerUserId: workspaces.ownerUserId,
    })
    .from(workspaces)
    .where(and(eq(workspaces.uid, scope.workspaceUid), isNull(workspaces.deletedAt)))
    .for('update');
  return row ?? null;
}

export async function findMember(tx: Tx, scope: Scope, userId: UserId) {
  const [row] = await tx.select().from(workspaceMembers).where(isOne(scope, userId));
  return row ?? null;
}

export async function insertMember(tx: Tx, scope: Scope, userId: UserId, permissions: Permission[]) {
  await tx.insert(workspaceMembers).values({ workspaceUid: scope.workspaceUid, userId, permissions });
}

export async function setPermissions(tx: Tx, scope: Scope, userId: UserId, permissions: Permission[]) {
  await tx.update(workspaceMembers).set({ permissions }).where(isOne(scope, userId));
}

export async function deleteMember(tx: Tx, scope: Scope, userId: UserId) {
  await tx.delete(workspaceMembers).where(isOne(scope, userId));
}

export async function setOwner(tx: Tx, scope: Scope, userId: UserId) {
  await setPermissions(tx, scope, userId, [...PERMISSIONS]);
  await tx.update(workspaces).set({ ownerUserId: userId }).where(eq(workspaces.uid, scope.workspaceUid));
}
