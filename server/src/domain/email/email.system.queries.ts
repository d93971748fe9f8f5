import type { EmailId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, lt, lte } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { emails, emailWindows } from '../../db/schema/email.ts';

/** Sending, and the development outbox: both see the mails of every workspace and those of none. */

export type EmailRow = typeof emails.$inferSelect;

/** Takes the mail for one attempt until `leaseUntil`; null where it is not due, sent, or another worker's. */
export async function claimEmail(tx: Tx, id: EmailId, now: Date, leaseUntil: Date): Promise<EmailRow | null> {
  const [row] = await tx
    .update(emails)
    .set({ nextAttemptAt: leaseUntil })
    .where(and(eq(emails.id, id), eq(emails.state, 'queued'), lte(emails.nextAttemptAt, now)))
    .returning();
  return row ?? null;
}

/** Only while the lease that was taken still stands: a slow worker must not overwrite what a later one found. */
export async function settleEmail(tx: Tx, id: EmailId, leaseUntil: Date, change: Partial<EmailRow>) {
  await tx
    .update(emails)
    .set(change)
    .where(and(eq(emails.id, id), eq(emails.state, 'queued'), eq(emails.nextAttemptAt, leaseUntil)));
}

export const listDue = (tx: Tx, now: Date, max: number) =>
  tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.state, 'queued'), lte(emails.nextAttemptAt, now)))
    .orderBy(asc(emails.nextAttemptAt))
    .limit(max);

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
