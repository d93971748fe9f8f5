import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { signInGuesses } from '../../db/schema/identity.ts';

export type GuessRow = typeof signInGuesses.$inferSelect;

/** True where one of them has to wait. Only looks, so that a flood of refused guesses writes nothing. */
export async function isBlocked(tx: Tx, keys: string[], now: Date): Promise<boolean> {
  const blocked = await tx
    .select({ key: signInGuesses.key })
    .from(signInGuesses)
    .where(and(inArray(signInGuesses.key, keys), gt(signInGuesses.blockedUntil, now)));
  return blocked.length > 0;
}

/**
 * The row, locked until the transaction ends; made where there is none. Callers take several in the order of their keys, so
 * that no two wait for each other.
 */
export async function lockGuesses(tx: Tx, key: string, now: Date): Promise<GuessRow> {
  const [row] = await tx
    .insert(signInGuesses)
    .values({ key, guesses: 0, blockedUntil: new Date(0), lastAt: now })
    // An update that changes nothing takes the lock and returns the row.
    .onConflictDoUpdate({ target: signInGuesses.key, set: { guesses: sql`${signInGuesses.guesses}` } })
    .returning();
  return row!;
}

export async function setGuesses(tx: Tx, key: string, change: Omit<GuessRow, 'key'>) {
  await tx.update(signInGuesses).set(change).where(eq(signInGuesses.key, key));
}

export async function deleteGuesses(tx: Tx, key: string) {
  await tx.delete(signInGuesses).where(eq(signInGuesses.key, key));
}

export const purgeGuesses = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, signInGuesses, lt(signInGuesses.lastAt, before), most);
