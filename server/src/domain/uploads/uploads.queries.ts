import type { AgentId, ConversationId, FileId } from '@antiphon/contract/ids';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { type FilePurpose, files, fileTotals } from '../../db/schema/uploads.ts';
import type { Scope } from '../../db/scope.ts';

export type FileRow = typeof files.$inferSelect;

export async function insertFile(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof files.$inferInsert, 'workspaceUid' | 'unnamedSince'>,
): Promise<FileRow> {
  const unnamedSince = row.conversationId && !row.isRecording ? new Date() : null;
  const [inserted] = await tx
    .insert(files)
    .values({ ...row, unnamedSince, workspaceUid: scope.workspaceUid })
    .returning();
  return inserted!;
}

/** Bytes of the workspace's files of that purpose; of whoever adds one at the same time, only after they are done. */
export async function sumBytes(tx: Tx, scope: Scope, purpose: FilePurpose): Promise<number> {
  const [row] = await tx
    .select({ bytes: fileTotals.bytes })
    .from(fileTotals)
    .where(and(eq(fileTotals.workspaceUid, scope.workspaceUid), eq(fileTotals.purpose, purpose)));
  return row?.bytes ?? 0;
}

export async function sumConversationBytes(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${files.bytes}), 0)::int` })
    .from(files)
    .where(
      and(
        eq(files.workspaceUid, scope.workspaceUid),
        eq(files.conversationId, conversationId),
        eq(files.isRecording, false),
      ),
    );
  return row?.bytes ?? 0;
}

/** A message is about to name them: they wait anew, so that none goes in between. */
export const keepWaiting = (tx: Tx, scope: Scope, ids: FileId[]) =>
  tx
    .update(files)
    .set({ unnamedSince: new Date() })
    .where(and(eq(files.workspaceUid, scope.workspaceUid), inArray(files.id, ids), isNotNull(files.unnamedSince)));

/** `conversationId` given: only if the file belongs to that conversation. */
export async function findFile(
  tx: Tx,
  scope: Scope,
  query: { id: FileId; conversationId?: ConversationId | undefined },
): Promise<FileRow | null> {
  const [row] = await tx
    .select()
    .from(files)
    .where(
      and(
        eq(files.workspaceUid, scope.workspaceUid),
        eq(files.id, query.id),
        query.conversationId ? eq(files.conversationId, query.conversationId) : undefined,
      ),
    );
  return row ?? null;
}

/** Returns the storage keys of the rows that it deleted. */
export async function deleteFiles(tx: Tx, scope: Scope, ids: FileId[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .delete(files)
    .where(and(eq(files.workspaceUid, scope.workspaceUid), inArray(files.id, ids)))
    .returning({ storageKey: files.storageKey });
  return rows.map((row) => row.storageKey);
}

/** Returns the storage keys of the rows that it deleted. */
export async function deleteFilesOfConversation(
  tx: Tx,
  scope: Scope,
  conversationId: ConversationId,
): Promise<string[]> {
  const rows = await tx
    .delete(files)
    .where(and(eq(files.workspaceUid, scope.workspaceUid), eq(files.conversationId, conversationId)))
    .returning({ storageKey: files.storageKey });
  return rows.map((row) => row.storageKey);
}

/** Of one agent where it is named. */
export const listSomeFiles = (
  tx: Tx,
  scope: Scope,
  { agentId, most }: { agentId: AgentId | undefined; most: number },
) =>
  tx
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(
      and(eq(files.workspaceUid, scope.workspaceUid), agentId === undefined ? undefined : eq(files.agentId, agentId)),
    )
    .limit(most);
