import type { EmailId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { claimed, isFree, isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { emails, emailWindows } from '../../db/schema/email.ts';
import { LEASE_MS } from './email.rules.ts';

/** Sending, and the development outbox: both see the mails of every workspace and those of none. */

export type EmailRow = typeof emails.$inferSelect;

/** Takes the mail for one attempt; null where it is not due, sent, or another worker's. */
export async function claimEmail(tx: Tx, id: EmailId, now: Date, owner: string): Promise<EmailRow | null> {
  const [row] = await tx
    .update(emails)
    .set(claimed(emails, owner, LEASE_MS))
    .where(and(eq(emails.id, id), isDue(now), isFree(emails)))
    .returning();
  return row ?? null;
}

/** Writes while the lease is held: a slow worker must not overwrite what a later one found. False when it is not any more. */
export async function updateClaimed(
  tx: Tx,
  id: EmailId,
  lease: Lease,
  change: Partial<EmailRow> | ReturnType<typeof renewed>,
): Promise<boolean> {
  const rows = await tx
    .update(emails)
    .set(change)
    .where(and(eq(emails.id, id), isHeld(emails, lease)))
    .returning({ id: emails.id });
  return rows.length > 0;
}

const isDue = (now: Date) => and(eq(emails.state, 'queued'), lte(emails.nextAttemptAt, now));

export const listDue = (tx: Tx, now: Date, max: number) =>
  tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(isDue(now), isFree(emails)))
    .orderBy(asc(emails.nextAttemptAt))
    .limit(max);

export async function deleteMailsOfPlatform(tx: Tx, toAddress: string) {
  await tx
    .delete(emails)
    .where(and(isNull(emails.workspaceUid), eq(sql`lower(${emails.toAddress})`, toAddress.toLowerCase())));
}

/** At most `most`; how many went. */
export const deleteEmailsBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, emails, lt(emails.createdAt, before), most);

export const deleteWindowsBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, emailWindows, lt(emailWindows.windowStart, before), most);

export const listNewest = (tx: Tx, max: number) => tx.select().from(emails).orderBy(desc(emails.position)).limit(max);

export async function findEmail(tx: Tx, id: EmailId): Promise<EmailRow | null> {
  const [row] = await tx.select().from(emails).where(eq(emails.id, id));
  return row ?? null;
}
