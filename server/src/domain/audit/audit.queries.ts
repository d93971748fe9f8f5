import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
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

/** The workspace's entries behind a position, oldest first. */
export async function listEntriesAfter(tx: Tx, scope: Scope, position: number, limit: number) {
  return tx
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.workspaceUid, scope.workspaceUid), gt(auditEntries.position, position)))
    .orderBy(asc(auditEntries.position))
    .limit(limit);
}
