import type { UserId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';
import type { SystemScope } from '../../db/scope.ts';

/** People belong to no workspace. */

export async function findPerson(tx: Tx, _scope: SystemScope, userId: UserId) {
  const [row] = await tx
    .select({
      email: users.email,
      isVerified: users.emailVerified,
      isWarningHidden: userProfiles.doubleAccountWarningHidden,
    })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? null;
}

export async function findVerified(tx: Tx, _scope: SystemScope, email: string): Promise<UserId | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)));
  return row?.id ?? null;
}
