import type { FileId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { PhotoUse } from '@antiphon/contract/uploads';
import type { Scope } from '../../db/scope.ts';
import { storeFile, type UploadDeps } from './store-file.ts';
import type { FileKind } from './uploads.ports.ts';

const BYTES_MAX: Record<PhotoUse, number> = { photo: limits.photoBytesMax, tabIcon: limits.tabIconBytesMax };
const KINDS: readonly FileKind[] = ['png', 'jpeg', 'webp', 'gif'];

/** Stores a photo and answers where it is read from now on: by anybody who knows that path, without a session. */
export async function addPhoto(deps: UploadDeps, scope: Scope, file: File, use: PhotoUse = 'photo'): Promise<string> {
  const input = { file, kinds: KINDS, bytesMax: BYTES_MAX[use], agentId: null, conversationId: null };
  return storeFile(deps, scope, { ...input, isPhoto: true }, async (_tx, stored) =>
    photoPath(deps.database.region, stored.id),
  );
}

const photoPath = (region: string, id: FileId) => `/api/${region}/files/${id}`;
