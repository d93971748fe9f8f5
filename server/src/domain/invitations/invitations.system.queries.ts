import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';
import { invitations, workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';

/** Before a scope exists: what invitation is this secret's? */
export async function findBySecret(tx: Tx, uid: WorkspaceUid, secretHash: string) {
  const [row] = await tx
    .select({
      id: invitations.id,
      email: invitations.email,
      permissions: invitations.permissions,
      expiresAt: invitations.expiresAt,
      workspaceName: workspaces.workspaceName,
      workspacePhotoURL: workspaces.workspacePhotoURL,
      invitedBy: users.name,
    })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.uid, invitations.workspaceUid))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(eq(invitations.workspaceUid, uid), eq(invitations.secretHash, secretHash), isNull(workspaces.deletedAt)),
    );
  return row ?? null;
}

/** Is the owner of this address a member already? */
export async function isMemberByEmail(tx: Tx, uid: WorkspaceUid, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(workspaceMembers, eq(workspaceMembers.userId, users.id))
    .where(and(eq(users.email, email), eq(workspaceMembers.workspaceUid, uid)));
  return rows.length > 0;
}

const person = { name: users.name, email: users.email, language: userProfiles.preferredLanguage };

export async function findPerson(tx: Tx, by: { userId: UserId } | { email: string }) {
  const [row] = await tx
    .select(person)
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where('userId' in by ? eq(users.id, by.userId) : eq(users.email, by.email));
  return row ?? null;
}
