import type { FileId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { files } from '../../db/schema/uploads.ts';

/**
 * Before a scope exists: whose file is this? Photos, files of conversations and of feedback are served by their id, whose 131
 * random bits are the key; documents, which are an agent's, and recordings of calls never are.
 */
export async function findServedFile(
  tx: Tx,
  id: FileId,
): Promise<{ workspaceUid: WorkspaceUid; isPhoto: boolean } | null> {
  const [row] = await tx
    .select({ workspaceUid: files.workspaceUid, isPhoto: files.isPhoto })
    .from(files)
    .where(
      and(eq(files.id, id), eq(files.isRecording, false), or(isNull(files.agentId), isNotNull(files.conversationId))),
    );
  return row ?? null;
}

/**
 * Of visitors' files that waited to be named since before then, at most `most`: those that a message names wait no more, the
 * others are deleted. Says how many it looked at, and the storage keys of what is gone.
 */
export async function settleUnnamed(tx: Tx, before: Date, most: number): Promise<{ seen: number; keys: string[] }> {
  const waiting = await tx
    .select({
      id: files.id,
      isNamed: sql<boolean>`exists (select 1 from messages m where m.conversation_id = files.conversation_id
        and m.attachments @> jsonb_build_array(jsonb_build_object('id', files.id)))`,
    })
    .from(files)
    .where(lt(files.unnamedSince, before))
    .limit(most);
  const idsOf = (isNamed: boolean) => waiting.filter((file) => file.isNamed === isNamed).map(({ id }) => id);
  const [named, unnamed] = [idsOf(true), idsOf(false)];
  if (named.length > 0) await tx.update(files).set({ unnamedSince: null }).where(inArray(files.id, named));
  // One that a message is about to name has begun to wait anew.
  const gone =
    unnamed.length === 0
      ? []
      : await tx
          .delete(files)
          .where(and(inArray(files.id, unnamed), lt(files.unnamedSince, before)))
          .returning({ storageKey: files.storageKey });
  return { seen: waiting.length, keys: gone.map(({ storageKey }) => storageKey) };
}

export async function deleteFileRows(tx: Tx, ids: FileId[]): Promise<void> {
  if (ids.length > 0) await tx.delete(files).where(inArray(files.id, ids));
}
