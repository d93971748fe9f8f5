import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { accessKeys as table } from '../../db/schema/access-keys.ts';
import { workspaceMembers } from '../../db/schema/workspaces.ts';

/** With what its person may do at this moment. Comes before a scope exists: it is how one is found. */
export async function findKeyByHash(tx: Tx, secretHash: string) {
  const [row] = await tx
    .select({
      id: table.id,
      workspaceUid: table.workspaceUid,
      userId: table.userId,
      scopes: table.scopes,
      expiresAt: table.expiresAt,
      lastUsedAt: table.lastUsedAt,
      permissions: workspaceMembers.permissions,
    })
    .from(table)
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceUid, table.workspaceUid), eq(workspaceMembers.userId, table.userId)),
    )
    .where(eq(table.secretHash, secretHash));
  return row ?? null;
}

/** Writes nothing where somebody wrote it after `since`. */
export async function touchKey(
  tx: Tx,
  key: Pick<typeof table.$inferSelect, 'workspaceUid' | 'id'>,
  { now, since }: { now: Date; since: Date },
) {
  await tx
    .update(table)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(table.workspaceUid, key.workspaceUid),
        eq(table.id, key.id),
        or(isNull(table.lastUsedAt), lt(table.lastUsedAt, since)),
      ),
    );
}

/** Of all workspaces, at most `most`. How many went. */
export const deleteEndedKeys = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, table, lt(table.expiresAt, before), most);
