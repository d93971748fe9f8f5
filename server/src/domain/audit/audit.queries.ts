import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { auditEntries } from '../../db/schema/events.ts';
import type { Scope } from '../../db/scope.ts';

export type AuditRow = typeof auditEntries.$inferInsert;

/** Also takes the workspace's audit lock until the transaction ends, so that the chain of hashes has no forks. */
export async function lockLastHash(tx: Tx, scope: Scope): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${scope.workspaceUid}`}, 0))`);
  const [last] = await tx
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.workspaceUid, scope.workspaceUid))
    .orderBy(desc(auditEntries.position))
    .limit(1);
  return last?.hash ?? '';
}

export async function insertAuditEntry(tx: Tx, row: AuditRow) {
  await tx.insert(auditEntries).values(row);
}
