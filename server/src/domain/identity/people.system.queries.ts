import { randomText, type UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { and, desc, eq, gt, isNull, like, lt, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { accounts, sessions, userProfiles, users, verifications } from '../../db/schema/identity.ts';
import { type PendingEmail, readPending } from './mailed-code.rules.ts';

/** People, their profiles and sessions belong to no workspace; each query names the one person it is about. */

export type UserRow = typeof users.$inferSelect;
export type ProfileRow = typeof userProfiles.$inferSelect;

export async function insertProfile(tx: Tx, userId: UserId, preferredLanguage: DashboardLanguage) {
  await tx.insert(userProfiles).values({ userId, preferredLanguage }).onConflictDoNothing();
}

export async function findPerson(tx: Tx, userId: UserId): Promise<{ user: UserRow; profile: ProfileRow } | null> {
  const [row] = await tx
    .select({ user: users, profile: userProfiles })
    .from(users)
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? null;
}

/** Also where there is no profile yet. */
export async function putProfile(tx: Tx, userId: UserId, change: Partial<ProfileRow>) {
  await tx
    .insert(userProfiles)
    .values({ ...change, userId })
    .onConflictDoUpdate({ target: userProfiles.userId, set: change });
}

/** Null where nobody has the address. */
export async function findLanguage(tx: Tx, email: string): Promise<DashboardLanguage | null> {
  const [row] = await tx
    .select({ language: userProfiles.preferredLanguage })
    .from(users)
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.email, email));
  return row?.language ?? null;
}

export async function hasPassword(tx: Tx, userId: UserId): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return found.length > 0;
}

export async function updateUser(
  tx: Tx,
  userId: UserId,
  change: Partial<Pick<UserRow, 'name' | 'image' | 'emailVerified'>>,
) {
  await tx
    .update(users)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(users.id, userId));
}

export async function updateProfile(tx: Tx, userId: UserId, change: Partial<ProfileRow>) {
  await tx.update(userProfiles).set(change).where(eq(userProfiles.userId, userId));
}

/** Changes it only while the person is new; false where the event was told before. */
export async function endNewness(tx: Tx, userId: UserId, change: Partial<ProfileRow>): Promise<boolean> {
  const changed = await tx
    .update(userProfiles)
    .set({ ...change, isNewUser: false })
    .where(and(eq(userProfiles.userId, userId), eq(userProfiles.isNewUser, true)))
    .returning({ userId: userProfiles.userId });
  return changed.length > 0;
}

/** When and how a session began. */
export async function findSessionStart(tx: Tx, userId: UserId, id: string) {
  const [row] = await tx
    .select({ at: sessions.createdAt, way: sessions.way })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
  return row ?? null;
}

/** Where an address stands that a person wants to change to; the library's own rows are found by hashes. */
const pendingKey = (userId: UserId) => `change-email:${userId}`;

/** Links and codes that were not used are of a person, or of an address. */
async function deleteUnusedLinks(tx: Tx, userId: UserId, email: string) {
  const isTheirs = or(
    eq(verifications.value, userId),
    eq(verifications.identifier, pendingKey(userId)),
    gt(sql`strpos(lower(${verifications.value}), ${`"${email.toLowerCase()}"`})`, 0),
  );
  await tx.delete(verifications).where(isTheirs);
}

/** Workspaces that are being erased still name their owner, so that the row stays, empty, until they are gone. */
export async function emptyPerson(tx: Tx, userId: UserId, email: string) {
  await deleteUnusedLinks(tx, userId, email);
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await tx.delete(userProfiles).where(eq(userProfiles.userId, userId));
  await tx
    .update(users)
    .set({ name: '', email: `${DELETED}${userId}`, emailVerified: false, image: null })
    .where(eq(users.id, userId));
}

const DELETED = 'deleted:';

export function deleteEmptyPeople(tx: Tx, most: number): Promise<number> {
  const ownsNothing = sql`not exists (select from workspaces w where w.owner_user_id = ${users.id})`;
  return deleteSome(tx, users, and(like(users.email, `${DELETED}%`), ownsNothing), most);
}

/** At most `most` sessions that are over; how many went. */
export const deleteEndedSessions = (tx: Tx, now: Date, most: number): Promise<number> =>
  deleteSome(tx, sessions, lt(sessions.expiresAt, now), most);

/** At most `most` codes and links that nobody can use any more; how many went. */
export const deleteEndedVerifications = (tx: Tx, now: Date, most: number): Promise<number> =>
  deleteSome(tx, verifications, lt(verifications.expiresAt, now), most);

export const listSessionRows = (tx: Tx, userId: UserId, now: Date) =>
  tx
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt));

export async function deleteSession(tx: Tx, userId: UserId, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

export async function deleteOtherSessions(tx: Tx, userId: UserId, keptId: string) {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)));
}

export async function startWhitelabelTrial(tx: Tx, userId: UserId, endsAt: Date): Promise<boolean> {
  const started = await tx
    .update(userProfiles)
    .set({ whitelabelTrialEndsAt: endsAt })
    .where(and(eq(userProfiles.userId, userId), isNull(userProfiles.whitelabelTrialEndsAt)))
    .returning({ userId: userProfiles.userId });
  return started.length > 0;
}

/** One change of a person at a time. */
export async function lockPerson(tx: Tx, userId: UserId) {
  const [row] = await tx
    .select({ email: users.email, name: users.name, language: userProfiles.preferredLanguage })
    .from(users)
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, userId))
    .for('update', { of: users });
  return row ?? null;
}

export async function hasAddress(tx: Tx, email: string): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found.length > 0;
}

export async function findPending(tx: Tx, userId: UserId, now: Date): Promise<PendingEmail | null> {
  const [row] = await tx
    .select({ value: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, pendingKey(userId)), gt(verifications.expiresAt, now)));
  return row ? readPending(row.value) : null;
}

/** In place of the one before. The person's row is locked. */
export async function putPending(tx: Tx, userId: UserId, pending: PendingEmail, expiresAt: Date) {
  await deletePending(tx, userId);
  const value = JSON.stringify(pending);
  await tx.insert(verifications).values({ id: randomText(24), identifier: pendingKey(userId), value, expiresAt });
}

export async function countTry(tx: Tx, userId: UserId, pending: PendingEmail) {
  await tx
    .update(verifications)
    .set({ value: JSON.stringify({ ...pending, tries: pending.tries + 1 }) })
    .where(eq(verifications.identifier, pendingKey(userId)));
}

export async function deletePending(tx: Tx, userId: UserId) {
  await tx.delete(verifications).where(eq(verifications.identifier, pendingKey(userId)));
}

/**
 * The address is the person's from here on. What the one before opened ends: its links, its Google account, every other session.
 * The session that stays vouches for no mailbox: what it showed was the old one.
 */
export async function moveToEmail(tx: Tx, change: { userId: UserId; sessionId: string; from: string; to: string }) {
  const { userId, sessionId, from, to } = change;
  await tx.update(users).set({ email: to, emailVerified: true, updatedAt: new Date() }).where(eq(users.id, userId));
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')));
  await deleteUnusedLinks(tx, userId, from);
  await deleteOtherSessions(tx, userId, sessionId);
  await tx
    .update(sessions)
    .set({ way: 'password' })
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));
}
