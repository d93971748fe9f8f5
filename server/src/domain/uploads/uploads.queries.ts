import type { AgentId, ConversationId, FileId } from '@antiphon/contract/ids';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { files } from '../../db/schema/uploads.ts';
import type { Scope } from '../../db/scope.ts';

export type FileRow = typeof files.$inferSelect;

export async function insertFile(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof files.$inferInsert, 'workspaceUid'>,
): Promise<FileRow> {
  const [inserted] = await tx
    .insert(files)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return inserted!;
}

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
