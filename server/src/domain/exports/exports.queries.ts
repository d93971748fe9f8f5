import type { ExportId, FileId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/database.ts';
import { claimed, GIVEN_BACK, isFree, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { workspaceExportParts as parts, workspaceExports } from '../../db/schema/exports.ts';
import { files } from '../../db/schema/uploads.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';
import type { ExportedTable } from './export-plan.queries.ts';

export type ExportRow = typeof workspaceExports.$inferSelect;
export type PartRow = typeof parts.$inferSelect;

const isOne = (scope: Scope, id: ExportId) =>
  and(eq(workspaceExports.workspaceUid, scope.workspaceUid), eq(workspaceExports.id, id));
const isOwed = inArray(workspaceExports.state, ['queued', 'making']);

/** Null where one of theirs is being made already. */
export async function insertExport(
  tx: Tx,
  scope: Scope,
  row: Pick<ExportRow, 'id' | 'requestedBy' | 'expiresAt'>,
): Promise<ExportRow | null> {
  const [made] = await tx
    .insert(workspaceExports)
    .values({ ...row, workspaceUid: scope.workspaceUid, state: 'queued' })
    .onConflictDoNothing()
    .returning();
  return made ?? null;
}

/** Of one person, newest first. */
export const listExports = (tx: Tx, scope: Scope, requestedBy: string): Promise<ExportRow[]> =>
  tx
    .select()
    .from(workspaceExports)
    .where(
      and(
        eq(workspaceExports.workspaceUid, scope.workspaceUid),
        eq(workspaceExports.requestedBy, requestedBy),
        gt(workspaceExports.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(workspaceExports.createdAt), desc(workspaceExports.id))
    .limit(50);

export async function findExport(tx: Tx, scope: Scope, id: ExportId): Promise<ExportRow | null> {
  const [row] = await tx
    .select()
    .from(workspaceExports)
    .where(and(isOne(scope, id), gt(workspaceExports.expiresAt, sql`now()`)));
  return row ?? null;
}

/** Null where it is another worker's, ended, or of a workspace that was deleted. */
export async function claimExport(
  tx: Tx,
  scope: Scope,
  id: ExportId,
  owner: string,
  ms: number,
): Promise<ExportRow | null> {
  const isAlive = sql`exists (select from ${workspaces} where ${workspaces.uid} = ${scope.workspaceUid} and ${isNull(workspaces.deletedAt)})`;
  const [row] = await tx
    .update(workspaceExports)
    .set({ ...claimed(workspaceExports, owner, ms), state: 'making', done: 0 })
    .where(and(isOne(scope, id), isOwed, isFree(workspaceExports), isAlive))
    .returning();
  return row ?? null;
}

/** False where the lease is another's by now. */
export async function updateClaimed(
  tx: Tx,
  scope: Scope,
  id: ExportId,
  lease: Lease,
  change: Partial<ExportRow> | (ReturnType<typeof renewed> & { done: number }),
): Promise<boolean> {
  const rows = await tx
    .update(workspaceExports)
    .set(change)
    .where(and(isOne(scope, id), isHeld(workspaceExports, lease)))
    .returning({ id: workspaceExports.id });
  return rows.length > 0;
}

export const renewExport = (tx: Tx, scope: Scope, id: ExportId, lease: Lease, ms: number, done: number) =>
  updateClaimed(tx, scope, id, lease, { ...renewed(ms), done });

/** The fence is closed: whoever works on it finds that it is not theirs any more. Answers those of the workspace, or the one. */
export function closeExports(tx: Tx, scope: Scope, id?: ExportId): Promise<{ id: ExportId }[]> {
  return tx
    .update(workspaceExports)
    .set({ state: 'failed', leaseAttempt: sql`${workspaceExports.leaseAttempt} + 1`, ...GIVEN_BACK })
    .where(id ? isOne(scope, id) : eq(workspaceExports.workspaceUid, scope.workspaceUid))
    .returning({ id: workspaceExports.id });
}

export async function deleteExport(tx: Tx, scope: Scope, id: ExportId) {
  await tx.delete(workspaceExports).where(isOne(scope, id));
}

const isPartOf = (scope: Scope, id: ExportId) =>
  and(eq(parts.workspaceUid, scope.workspaceUid), eq(parts.exportId, id));

/** Its row stands before its bytes do, so that whatever dies between leaves nothing that no row names. False: not ours any more. */
export async function insertPart(
  tx: Tx,
  scope: Scope,
  lease: Lease,
  row: Omit<PartRow, 'workspaceUid' | 'attempt'>,
): Promise<boolean> {
  const [held] = await tx
    .select({ id: workspaceExports.id })
    .from(workspaceExports)
    .where(and(isOne(scope, row.exportId), isHeld(workspaceExports, lease)))
    .for('update');
  if (!held) return false;
  await tx.insert(parts).values({ ...row, workspaceUid: scope.workspaceUid, attempt: lease.attempt });
  return true;
}

export async function hasPart(
  tx: Tx,
  scope: Scope,
  { id, number, attempt }: { id: ExportId; number: number; attempt: number },
) {
  const rows = await tx
    .select({ number: parts.number })
    .from(parts)
    .where(and(isPartOf(scope, id), eq(parts.attempt, attempt), eq(parts.number, number)));
  return rows.length > 0;
}

export const listParts = (tx: Tx, scope: Scope, id: ExportId, attempt: number): Promise<PartRow[]> =>
  tx
    .select()
    .from(parts)
    .where(and(isPartOf(scope, id), eq(parts.attempt, attempt)))
    .orderBy(asc(parts.number));

/** At most `most`, of whichever attempt; where one is to stay, of the others. */
export const listPartsToDelete = (
  tx: Tx,
  scope: Scope,
  id: ExportId,
  { butAttempt, most }: { butAttempt: number | null; most: number },
): Promise<PartRow[]> =>
  tx
    .select()
    .from(parts)
    .where(and(isPartOf(scope, id), butAttempt === null ? undefined : ne(parts.attempt, butAttempt)))
    .limit(most);

export async function deletePart(tx: Tx, scope: Scope, { exportId, attempt, number }: PartRow) {
  await tx.delete(parts).where(and(isPartOf(scope, exportId), eq(parts.attempt, attempt), eq(parts.number, number)));
}

export async function countRows(tx: Tx, scope: Scope, { table, tenant }: ExportedTable): Promise<number> {
  const [row] = await tx.select({ rows: count() }).from(table).where(eq(tenant, scope.workspaceUid));
  return row?.rows ?? 0;
}

/** The rows behind `after`, which holds the values of `by` of the last one. */
export async function listRows(
  tx: Tx,
  scope: Scope,
  { table, tenant, columns, by, most }: ExportedTable,
  after: unknown[] | null,
): Promise<Record<string, unknown>[]> {
  const list = (items: SQL[]) => sql.join(items, sql`, `);
  const keys = by.map(([, column]) => column);
  const isBehind =
    after &&
    sql`(${list(keys.map((key) => sql`${key}`))}) > (${list(keys.map((key, at) => sql`${sql.param(after[at], key)}`))})`;
  const rows = await tx
    .select({ ...columns, ...Object.fromEntries(by) } as Record<string, PgColumn>)
    .from(table)
    .where(and(eq(tenant, scope.workspaceUid), isBehind ?? undefined))
    .orderBy(...keys.map((key) => asc(key)))
    .limit(most);
  return rows as Record<string, unknown>[];
}

export const listFilesAfter = (tx: Tx, scope: Scope, after: string) =>
  tx
    .select({ id: files.id, name: files.name, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.workspaceUid, scope.workspaceUid), gt(files.id, after as FileId)))
    .orderBy(asc(files.id))
    .limit(200);

export async function findWorkspaceName(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx
    .select({ name: workspaces.workspaceName })
    .from(workspaces)
    .where(eq(workspaces.uid, scope.workspaceUid));
  return row?.name ?? '';
}
