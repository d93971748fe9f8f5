import type { FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { files } from '../../db/schema/uploads.ts';

/**
 * Before a scope exists: whose file is this? Only files of conversations are served by their id, whose 131 random bits are
 * the key; documents of the knowledge base are never served.
 */
export async function findFileWorkspace(tx: Tx, id: FileId): Promise<WorkspaceUid | null> {
  const [row] = await tx
    .select({ workspaceUid: files.workspaceUid })
    .from(files)
    .where(and(eq(files.id, id), isNotNull(files.conversationId)));
  return row?.workspaceUid ?? null;
}
