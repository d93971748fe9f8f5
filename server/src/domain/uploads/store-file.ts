import { fail } from '@antiphon/contract/errors';
import { type AgentId, type ConversationId, newFileId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { demandRoom } from './demand-room.ts';
import type { CleanPicture, DrawPhoto, FileKind, FileStore, SniffFileKind } from './uploads.ports.ts';
import { type FileRow, insertFile } from './uploads.queries.ts';
import { displayName, MEDIA_TYPES, newStorageKey } from './uploads.rules.ts';

export type UploadDeps = {
  database: Database;
  fileStore: FileStore;
  sniffFileKind: SniffFileKind;
  cleanPicture: CleanPicture;
  drawPhoto: DrawPhoto;
};

export type StoredFile = Pick<FileRow, 'id' | 'name' | 'type' | 'bytes'>;

const PICTURES = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'gif' } as const;
const PHOTO_KIND = 'webp';

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
    isPhoto?: boolean;
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
        isPhoto: input.isPhoto ?? false,
        name: displayName(input.file.name),
        type: MEDIA_TYPES[kind],
        bytes: bytes.byteLength,
        storageKey: key,
      });
      await demandRoom(tx, scope, row);
      return record(tx, row);
    });
  } catch (error) {
    await deps.fileStore.delete(key);
    throw error;
  }
}

/** What is stored of a file: its bytes, or fewer, and what they are. Fails when they are none of `kinds`, too many or too large. */
export async function acceptFile(
  deps: Pick<UploadDeps, 'sniffFileKind' | 'cleanPicture' | 'drawPhoto'>,
  input: { file: File; kinds: readonly FileKind[]; bytesMax: number; isPhoto?: boolean },
): Promise<{ bytes: Uint8Array; kind: FileKind }> {
  if (input.file.size > input.bytesMax)
    fail('too_large', { message: `Max size: ${Math.floor(input.bytesMax / 1024 / 1024)} MBs` });
  if (input.file.size === 0) fail('invalid_input', { message: 'This file is empty.' });
  const bytes = new Uint8Array(await input.file.arrayBuffer());
  const kind = await deps.sniffFileKind(bytes, input.file.name);
  if (!kind || !input.kinds.includes(kind))
    fail('unsupported_type', { message: `Only ${input.kinds.join(', ')} Files` });
  const picture = PICTURES[kind as keyof typeof PICTURES];
  if (!picture) return { kind, bytes };
  if (!input.isPhoto) return { kind, bytes: await cleaned(() => deps.cleanPicture(bytes, picture)) };
  return { kind: PHOTO_KIND, bytes: await cleaned(() => deps.drawPhoto(bytes, PHOTO_KIND, limits.photoPixelsSide)) };
}

async function cleaned(clean: () => Promise<Uint8Array>) {
  try {
    return await clean();
  } catch (error) {
    if (error instanceof VendorFailure && error.kind === 'invalid')
      fail('unsupported_type', { message: error.message });
    throw error;
  }
}
