import { fail } from '@antiphon/contract/errors';
import type { Attachment } from '@antiphon/contract/events';
import type { AgentId, ConversationId, FileId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Region } from '@antiphon/contract/regions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findFiles } from '../uploads/find-files.ts';
import { type StoredFile, storeFile, type UploadDeps } from '../uploads/store-file.ts';
import type { FileKind } from '../uploads/uploads.ports.ts';

/** The files of this conversation with these ids; one that is not there fails with `invalid_input`. */
export async function attachmentsOf(
  tx: Tx,
  scope: Scope,
  from: { region: Region; conversationId: ConversationId; ids: FileId[] },
): Promise<Attachment[]> {
  const { conversationId, ids, region } = from;
  if (ids.length === 0) return [];
  const files = await findFiles(tx, scope, { conversationId, ids });
  if (files.length !== new Set(ids).size)
    fail('invalid_input', { issues: [{ path: 'fileIds', message: 'One of the files was not found.' }] });
  return files.map((file) => toAttachment(region, file));
}

const toAttachment = (region: Region, file: StoredFile): Attachment => ({
  id: file.id,
  name: file.name,
  type: file.type,
  bytes: file.bytes,
  url: `/api/${region}/files/${file.id}`,
});

const KINDS: readonly FileKind[] = ['png', 'jpeg', 'webp', 'gif', 'pdf', 'docx', 'txt', 'csv'];

/** Stores what a visitor or an operator sends; it becomes part of a message when that names its id. */
export function addFile(
  deps: UploadDeps,
  scope: Scope,
  input: { file: File; agentId: AgentId; conversationId: ConversationId },
): Promise<Attachment> {
  const stored = { ...input, kinds: KINDS, bytesMax: limits.uploadBytesMax };
  return storeFile(deps, scope, stored, async (_tx, file) => toAttachment(deps.database.region, file));
}
