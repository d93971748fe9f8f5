import type { UserId } from '@antiphon/contract/ids';
import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { userProfiles, users } from '../../db/schema/identity.ts';

const KNOWN = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  image: users.image,
  preferredLanguage: userProfiles.preferredLanguage,
};

const select = (tx: Tx) => tx.select(KNOWN).from(users).leftJoin(userProfiles, eq(userProfiles.userId, users.id));

/** What cells other than the first know of people, in order; those after `after`. */
export const listCopies = (tx: Tx, after: string, limit: number) =>
  select(tx)
    .where(gt(users.id, after as UserId))
    .orderBy(asc(users.id))
    .limit(limit);

export type KnownPerson = Awaited<ReturnType<typeof listCopies>>[number];

export const listPeople = (tx: Tx, ids: UserId[]): Promise<KnownPerson[]> => select(tx).where(inArray(users.id, ids));

export async function updateCopy(tx: Tx, { id, preferredLanguage, ...known }: KnownPerson): Promise<void> {
  await tx.update(users).set(known).where(eq(users.id, id));
  if (preferredLanguage) await tx.update(userProfiles).set({ preferredLanguage }).where(eq(userProfiles.userId, id));
}

export async function insertCopy(tx: Tx, { id, preferredLanguage, ...known }: KnownPerson): Promise<void> {
  await tx
    .insert(users)
    .values({ id, ...known })
    .onConflictDoNothing();
  await tx
    .insert(userProfiles)
    .values({ userId: id, ...(preferredLanguage ? { preferredLanguage } : {}) })
    .onConflictDoNothing();
}
