import type { InvitationId } from '@antiphon/contract/ids';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { invitations, workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

export type InvitationRow = typeof invitations.$inferSelect;

const isOne = (scope: Scope, id: InvitationId) =>
  and(eq(invitations.workspaceUid, scope.workspaceUid), eq(invitations.id, id));

export const listInvitations = (tx: Tx, scope: Scope) =>
  tx
    .select()
    .from(invitations)
    .where(eq(invitations.workspaceUid, scope.workspaceUid))
    .orderBy(desc(invitations.sentAt), desc(invitations.id));

export async function countInvitations(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(invitations)
    .where(eq(invitations.workspaceUid, scope.workspaceUid));
  return row?.open ?? 0;
}

export async function findInvitation(tx: Tx, scope: Scope, id: InvitationId): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitations).where(isOne(scope, id));
  return row ?? null;
}

/** One invitation an address: inviting again renews it, and the link before it ends. */
export async function saveInvitation(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof invitations.$inferInsert, 'workspaceUid'>,
): Promise<InvitationRow> {
  const { permissions, secretHash, invitedBy, sentAt, expiresAt } = row;
  const [saved] = await tx
    .insert(invitations)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [invitations.workspaceUid, invitations.email],
      set: { permissions, secretHash, invitedBy, sentAt, expiresAt },
    })
    .returning();
  return saved!;
}

/** False where it is gone already: of two who use it at once, one does. */
export async function deleteInvitation(tx: Tx, scope: Scope, id: InvitationId): Promise<boolean> {
  const gone = await tx.delete(invitations).where(isOne(scope, id)).returning({ id: invitations.id });
  return gone.length > 0;
}

export async function findWorkspaceName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx
    .select({ workspaceName: workspaces.workspaceName })
    .from(workspaces)
    .where(eq(workspaces.uid, scope.workspaceUid));
  return row?.workspaceName ?? '';
}
