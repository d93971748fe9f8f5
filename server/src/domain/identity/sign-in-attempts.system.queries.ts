import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { signInAttempts } from '../../db/schema/identity.ts';

export type AttemptRow = typeof signInAttempts.$inferSelect;

/** True where one of them has to wait. Only looks, so that a flood of refused guesses writes nothing. */
export async function isBlocked(tx: Tx, keys: string[], now: Date): Promise<boolean> {
  const blocked = await tx
    .select({ key: signInAttempts.key })
    .from(signInAttempts)
    .where(and(inArray(signInAttempts.key, keys), gt(signInAttempts.blockedUntil, now)));
  return blocked.length > 0;
}

/**
 * The row, locked until the transaction ends; made where there is none. Callers take several in the order of their keys, so
 * that no two wait for each other.
 */
export async function lockAttempts(tx: Tx, key: string, now: Date): Promise<AttemptRow> {
  const [row] = await tx
    .insert(signInAttempts)
    .values({ key, attempts: 0, blockedUntil: now, lastAt: now })
    // An update that changes nothing takes the lock and returns the row.
    .onConflictDoUpdate({ target: signInAttempts.key, set: { attempts: sql`${signInAttempts.attempts}` } })
    .returning();
  return row!;
}

export async function setAttempts(tx: Tx, key: string, change: Omit<AttemptRow, 'key'>) {
  await tx.update(signInAttempts).set(change).where(eq(signInAttempts.key, key));
}

export async function deleteAttempts(tx: Tx, key: string) {
  await tx.delete(signInAttempts).where(eq(signInAttempts.key, key));
}

export const purgeAttempts = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, signInAttempts, lt(signInAttempts.lastAt, before), most);
