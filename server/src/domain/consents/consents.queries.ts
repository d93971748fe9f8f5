import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { consents } from '../../db/schema/consents.ts';
import type { Scope } from '../../db/scope.ts';

export type NewConsent = Omit<typeof consents.$inferInsert, 'workspaceUid' | 'seq' | 'createdAt'>;

export async function lockMark(tx: Tx, scope: Scope, mark: string) {
  await tx.execute(sql`select lock_consent(${scope.workspaceUid}, ${mark})`);
}

export async function insertConsents(tx: Tx, scope: Scope, rows: readonly NewConsent[]) {
  if (rows.length === 0) return;
  await tx.insert(consents).values(rows.map((row) => ({ ...row, workspaceUid: scope.workspaceUid })));
}

/** What was said last of each number; those of whom nothing is known are left out. */
export async function findLast(
  tx: Tx,
  scope: Scope,
  { channel, marks }: { channel: NewConsent['channel']; marks: readonly string[] },
) {
  if (marks.length === 0) return new Map<string, boolean>();
  const rows = await tx
    .select({ mark: consents.addressMark, isGranted: consents.isGranted })
    .from(consents)
    .where(
      and(
        eq(consents.workspaceUid, scope.workspaceUid),
        eq(consents.channel, channel),
        sql`${consents.addressMark} = any(${sql.param([...marks])}::text[])`,
        inArray(consents.topic, ['all', 'marketing']),
      ),
    )
    .orderBy(asc(consents.seq));
  return new Map(rows.map(({ mark, isGranted }) => [mark, isGranted]));
}

/** The lines stay, without whom they are of. */
export async function forgetAddress(
  tx: Tx,
  scope: Scope,
  { marks, ends }: { marks: readonly string[]; ends: readonly string[] },
) {
  await tx
    .update(consents)
    .set({ address: null, proof: '' })
    .where(
      and(
        eq(consents.workspaceUid, scope.workspaceUid),
        inArray(consents.channel, ['voice', 'sms', 'whatsapp']),
        or(
          sql`${consents.addressMark} = any(${sql.param([...marks])}::text[])`,
          ...ends.map((end) => sql`right(${consents.address}, ${end.length}) = ${end}`),
        ),
      ),
    );
}
