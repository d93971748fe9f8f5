import { newFileId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockForTelling } from '../conversations/tell-in-conversation.ts';
import { type StoredFile, storeBytes } from '../uploads/store-bytes.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import type { RecordedCall } from './begin-recording.ts';

export type Sound = { bytes: Uint8Array; type: 'audio/mpeg'; part: number };

/**
 * Puts a part of a call's sound into the file store. `record` runs in the transaction that makes its row; where it answers false, or the conversation
 * is gone, nothing is left of the bytes.
 */
export async function keepSound(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  { id, agentId, conversationId }: RecordedCall,
  { bytes, type, part }: Sound,
  record: (tx: Tx, file: StoredFile) => Promise<boolean>,
): Promise<boolean> {
  const name = `${id}-${part}.mp3`;
  const row = { id: newFileId(), agentId, conversationId, isRecording: true, name, type, bytes: bytes.byteLength };
  return storeBytes(deps, scope, bytes, row, async (tx, file) => {
    // Whoever erases it waits for this, and finds the row.
    if (!(await lockForTelling(tx, scope, conversationId))) return false;
    return record(tx, file);
  });
}
