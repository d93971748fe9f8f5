import type { FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { files } from '../../db/schema/uploads.ts';

/**
 * Before a scope exists: whose file is this? Photos, files of conversations and of feedback are served by their id, whose 131
 * random bits are the key; documents of the knowledge base, which are an agent's, never are.
 */
export async function findFileWorkspace(tx: Tx, id: FileId): Promise<WorkspaceUid | null> {
  const [row] = await tx
    .select({ workspaceUid: files.workspaceUid })
    .from(files)
    .where(and(eq(files.id, id), or(isNull(files.agentId), isNotNull(files.conversationId))));
  return row?.workspaceUid ?? null;
}
