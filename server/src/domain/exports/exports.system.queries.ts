import type { ExportId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isLapsed } from '../../db/lease.ts';
import { workspaceExports } from '../../db/schema/exports.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';
import { workspaceMembers } from '../../db/schema/workspaces.ts';

type Named = { id: ExportId; workspaceUid: WorkspaceUid };
const named = { id: workspaceExports.id, workspaceUid: workspaceExports.workspaceUid };

/** Begun by a worker that died, or lying in the queue for long: its job may be lost. */
export const listLeft = (tx: Tx, queuedBefore: Date): Promise<Named[]> =>
  tx
    .select(named)
    .from(workspaceExports)
    .where(
      and(
        inArray(workspaceExports.state, ['queued', 'making']),
        or(
          isLapsed(workspaceExports),
          and(isNull(workspaceExports.leaseUntil), lte(workspaceExports.createdAt, queuedBefore)),
        ),
      ),
    )
    .orderBy(asc(workspaceExports.createdAt))
    .limit(100);

export const listExpired = (tx: Tx, most: number): Promise<Named[]> =>
  tx.select(named).from(workspaceExports).where(lte(workspaceExports.expiresAt, sql`now()`)).limit(most);

/** Null where they are no member any more, or are no person. */
export async function findAsker(tx: Tx, uid: WorkspaceUid, userId: UserId) {
  const [row] = await tx
    .select({ email: users.email, language: userProfiles.preferredLanguage })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(and(eq(workspaceMembers.workspaceUid, uid), eq(workspaceMembers.userId, userId)));
  return row ?? null;
}

/** People belong to no tenant, so that the query names the workspace itself. */
export const listPeople = (tx: Tx, uid: WorkspaceUid) =>
  tx
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      photoURL: users.image,
      preferredLanguage: userProfiles.preferredLanguage,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(workspaceMembers.workspaceUid, uid))
    .orderBy(asc(users.id));
