import { and, eq, lte } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { dnsReminders } from '../../db/schema/sending-domains.ts';
import type { Scope } from '../../db/scope.ts';

export type ReminderRow = typeof dnsReminders.$inferSelect;
export type Reminded = Pick<ReminderRow, 'purpose' | 'domain'>;

const isAbout = ({ workspaceUid }: Scope, { purpose, domain }: Reminded) =>
  and(eq(dnsReminders.workspaceUid, workspaceUid), eq(dnsReminders.purpose, purpose), eq(dnsReminders.domain, domain));

export async function putReminder(tx: Tx, scope: Scope, row: Omit<typeof dnsReminders.$inferInsert, 'workspaceUid'>) {
  await tx
    .insert(dnsReminders)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [dnsReminders.workspaceUid, dnsReminders.purpose, dnsReminders.domain],
      set: { ...row },
    });
}

export async function findReminder(tx: Tx, scope: Scope, about: Reminded): Promise<ReminderRow | null> {
  const [row] = await tx.select().from(dnsReminders).where(isAbout(scope, about));
  return row ?? null;
}

export async function updateReminder(tx: Tx, scope: Scope, about: Reminded, change: Partial<ReminderRow>) {
  await tx.update(dnsReminders).set(change).where(isAbout(scope, about));
}

/** False where there was none. */
export async function deleteReminder(tx: Tx, scope: Scope, about: Reminded): Promise<boolean> {
  const gone = await tx.delete(dnsReminders).where(isAbout(scope, about)).returning({ domain: dnsReminders.domain });
  return gone.length > 0;
}

/** The reminder that is due by `now`, locked until the transaction ends; null where another process was quicker. */
export async function lockDue(tx: Tx, scope: Scope, about: Reminded, now: Date): Promise<ReminderRow | null> {
  const [row] = await tx
    .select()
    .from(dnsReminders)
    .where(and(isAbout(scope, about), lte(dnsReminders.nextAt, now)))
    .for('update');
  return row ?? null;
}
