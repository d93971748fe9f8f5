import type { CallRecordingId } from '@antiphon/contract/ids';
import { asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { callRecordings } from '../../db/schema/call-recordings.ts';
import { files } from '../../db/schema/uploads.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { RecordingRow } from './call-recordings.queries.ts';

export type DueRecording = RecordingRow & { lease: Lease };

/** Of which the provider is to be asked. */
export async function claimDue(tx: Tx, _scope: SystemScope, { owner, leaseMs, limit }: Claim): Promise<DueRecording[]> {
  const answer = (await tx.execute(sql`
    with chosen as (
      select id from call_recordings where next_at <= now() and (lease_until is null or lease_until <= now())
      order by next_at limit ${limit} for update skip locked
    )
    update call_recordings r set lease_owner = ${owner}, lease_attempt = lease_attempt + 1, attempts = attempts + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where r.id = chosen.id returning r.id
  `)) as unknown as { rows: { id: CallRecordingId }[] };
  if (answer.rows.length === 0) return [];
  const ids = answer.rows.map(({ id }) => id);
  const rows = await tx.select().from(callRecordings).where(inArray(callRecordings.id, ids));
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

export const forgetLeases = (tx: Tx, _scope: SystemScope) =>
  tx
    .update(callRecordings)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(sql`${callRecordings.leaseUntil} is not null`);

export const renewLease = async (tx: Tx, { id, lease }: DueRecording, leaseMs: number): Promise<boolean> => {
  const kept = await tx
    .update(callRecordings)
    .set({ leaseUntil: sql`clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'` })
    .where(
      sql`${callRecordings.id} = ${id} and ${callRecordings.leaseOwner} = ${lease.owner} and ${callRecordings.leaseAttempt} = ${lease.attempt}`,
    )
    .returning({ id: callRecordings.id });
  return kept.length > 0;
};

/** Whose time is over, with the places of their bytes. */
export const listExpired = (tx: Tx, before: Date, most: number) =>
  tx
    .select({ id: callRecordings.id, fileId: callRecordings.fileId, storageKey: files.storageKey })
    .from(callRecordings)
    .leftJoin(files, eq(files.id, callRecordings.fileId))
    .where(lte(callRecordings.expiresAt, before))
    .orderBy(asc(callRecordings.expiresAt))
    .limit(most);

export async function deleteRecordings(tx: Tx, ids: CallRecordingId[]): Promise<void> {
  await tx.delete(callRecordings).where(inArray(callRecordings.id, ids));
}
