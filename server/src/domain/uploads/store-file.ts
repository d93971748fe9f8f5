import { fail } from '@antiphon/contract/errors';
import { type AgentId, type ConversationId, newFileId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { CleanPicture, FileKind, FileStore, SniffFileKind } from './uploads.ports.ts';
import { type FileRow, insertFile } from './uploads.queries.ts';
import { displayName, MEDIA_TYPES, newStorageKey } from './uploads.rules.ts';

export type UploadDeps = {
  database: Database;
  fileStore: FileStore;
  sniffFileKind: SniffFileKind;
  cleanPicture: CleanPicture;
};

export type StoredFile = Pick<FileRow, 'id' | 'name' | 'type' | 'bytes'>;

const PICTURES = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'gif' } as const;

/**
 * Stores what somebody sent, when its bytes are of one of `kinds` whatever its name says; pictures are drawn anew without
 * metadata. `record` runs in the transaction that makes the file's row, so that a file without its owner cannot be.
 * A process killed between the two leaves bytes that no row names, and never the reverse.
 */
export async function storeFile<Result>(
  deps: UploadDeps,
  scope: Scope,
  input: {
    file: File;
    kinds: readonly FileKind[];
    bytesMax: number;
    agentId: AgentId | null;
    conversationId: ConversationId | null;
  },
  record: (tx: Tx, file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const { bytes, kind } = await acceptFile(deps, input);
  const key = newStorageKey(deps.database.region);
  await deps.fileStore.put(key, bytes);
  try {
    return await deps.database.transaction(scope, async (tx) => {
      const row = await insertFile(tx, scope, {
        id: newFileId(),
        agentId: input.agentId,
        conversationId: input.conversationId,
        name: displayName(input.file.name),
        type: MEDIA_TYPES[kind],
        bytes: bytes.byteLength,
        storageKey: key,
      });
      return record(tx, row);
    });
  } catch (error) {
    await deps.fileStore.delete(key);
    throw error;
  }
}

async function acceptFile(
  deps: Pick<UploadDeps, 'sniffFileKind' | 'cleanPicture'>,
  input: { file: File; kinds: readonly FileKind[]; bytesMax: number },
): Promise<{ bytes: Uint8Array; kind: FileKind }> {
  if (input.file.size > input.bytesMax)
    fail('too_large', { message: `Max size: ${Math.floor(input.bytesMax / 1024 / 1024)} MBs` });
  if (input.file.size === 0) fail('invalid_input', { message: 'This file is empty.' });
  const bytes = new Uint8Array(await input.file.arrayBuffer());
  const kind = await deps.sniffFileKind(bytes, input.file.name);
  if (!kind || !input.kinds.includes(kind))
    fail('unsupported_type', { message: `Only ${input.kinds.join(', ')} Files` });
  const picture = PICTURES[kind as keyof typeof PICTURES];
  return { kind, bytes: picture ? await cleaned(deps, bytes, picture) : bytes };
}

async function cleaned(deps: Pick<UploadDeps, 'cleanPicture'>, bytes: Uint8Array, kind: Parameters<CleanPicture>[1]) {
  try {
    return await deps.cleanPicture(bytes, kind);
  } catch (error) {
    if (error instanceof VendorFailure && error.kind === 'invalid')
      fail('unsupported_type', { message: error.message });
    throw error;
  }
}
