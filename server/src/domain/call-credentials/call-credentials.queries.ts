import type { CallCredentialId, FunctionId } from '@antiphon/contract/ids';
import { and, asc, count, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { callCredentials as table } from '../../db/schema/call-credentials.ts';
import { functions } from '../../db/schema/functions.ts';
import type { Scope } from '../../db/scope.ts';

/** `lastUsedAt` is good to a minute, so that a busy function does not rewrite its credential's row at every call. */
const USE_RESOLUTION_MS = 60_000;

const isOne = (scope: Scope, id: CallCredentialId) => and(eq(table.workspaceUid, scope.workspaceUid), eq(table.id, id));

/** Without the sealed secret, which only `findCallCredential` reads. */
const READABLE = {
  id: table.id,
  label: table.label,
  kind: table.kind,
  headerName: table.headerName,
  username: table.username,
  origins: table.origins,
  last4: table.last4,
  addedByUserId: table.addedByUserId,
  createdAt: table.createdAt,
  lastUsedAt: table.lastUsedAt,
};
export type ReadableRow = Awaited<ReturnType<typeof listCallCredentialRows>>[number];
type Row = Omit<typeof table.$inferInsert, 'workspaceUid'>;

export const listCallCredentialRows = (tx: Tx, scope: Scope) =>
  tx
    .select(READABLE)
    .from(table)
    .where(eq(table.workspaceUid, scope.workspaceUid))
    .orderBy(asc(table.createdAt), asc(table.id));

export async function countCallCredentials(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(table).where(eq(table.workspaceUid, scope.workspaceUid));
  return row?.total ?? 0;
}

export async function insertCallCredential(tx: Tx, scope: Scope, row: Row): Promise<ReadableRow> {
  const [made] = await tx
    .insert(table)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning(READABLE);
  return made!;
}

export async function updateCallCredential(tx: Tx, scope: Scope, { id, ...change }: Row) {
  const [changed] = await tx
    .update(table)
    .set({ ...change, lastUsedAt: null })
    .where(isOne(scope, id))
    .returning(READABLE);
  return changed ?? null;
}

/** With its sealed secret. */
export async function findCallCredential(tx: Tx, scope: Scope, id: CallCredentialId) {
  const [row] = await tx.select().from(table).where(isOne(scope, id));
  return row ?? null;
}

export async function touchCallCredential(tx: Tx, scope: Scope, id: CallCredentialId, now: Date) {
  const isStale = or(isNull(table.lastUsedAt), lt(table.lastUsedAt, new Date(now.getTime() - USE_RESOLUTION_MS)));
  await tx
    .update(table)
    .set({ lastUsedAt: now })
    .where(and(isOne(scope, id), isStale));
}

/** Where it may be sent; while the transaction lasts nobody deletes it. Null: there is none. */
export async function lockOriginsForUse(tx: Tx, scope: Scope, id: CallCredentialId) {
  const [row] = await tx.select({ origins: table.origins }).from(table).where(isOne(scope, id)).for('key share');
  return row?.origins ?? null;
}

/** For its deletion: waits until whoever is about to use it has done so. */
export async function lockCallCredential(tx: Tx, scope: Scope, id: CallCredentialId) {
  const [row] = await tx.select({ label: table.label }).from(table).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function removeCallCredential(tx: Tx, scope: Scope, id: CallCredentialId) {
  await tx.delete(table).where(isOne(scope, id));
}

/** Functions whose working copy names a credential (`id`, else any). */
export function listFunctionsUsing(tx: Tx, scope: Scope, id?: CallCredentialId) {
  const used = sql<CallCredentialId>`${functions.definition} #>> '{request,credentialId}'`;
  return tx
    .select({ id: sql<FunctionId>`${functions.id}`, name: functions.name, credentialId: used })
    .from(functions)
    .where(and(eq(functions.workspaceUid, scope.workspaceUid), id ? eq(used, id) : isNotNull(used)))
    .orderBy(asc(functions.name));
}
