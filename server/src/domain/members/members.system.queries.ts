import type { WorkspaceUid } from '@antiphon/contract/ids';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';

/** People belong to no tenant, so that the query names the workspace itself. The longest here first. */
export const listMembers = (tx: Tx, uid: WorkspaceUid) =>
  tx
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.name,
      photoURL: users.image,
      language: userProfiles.preferredLanguage,
      permissions: workspaceMembers.permissions,
      joinedAt: workspaceMembers.createdAt,
      ownerUserId: workspaces.ownerUserId,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .innerJoin(workspaces, eq(workspaces.uid, workspaceMembers.workspaceUid))
    .where(eq(workspaceMembers.workspaceUid, uid))
    .orderBy(asc(workspaceMembers.createdAt), asc(users.id));
