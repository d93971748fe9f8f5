import { fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type FileRow, sumBytes, sumConversationBytes } from './uploads.queries.ts';

const MEGABYTE = 1024 * 1024;

/**
 * In the transaction that added the file, after it: its bytes are counted, and whoever adds another one waits. Fails with
 * `too_large` where there is no room for it, which undoes the adding.
 */
export async function demandRoom(
  tx: Tx,
  scope: Scope,
  { agentId, conversationId, isRecording }: Pick<FileRow, 'agentId' | 'conversationId' | 'isRecording'>,
): Promise<void> {
  if (isRecording) {
    if ((await sumBytes(tx, scope, 'recording')) > limits.recordingBytesMax)
      fail('too_large', { message: 'No more recordings of calls can be kept here.' });
  } else if (conversationId) {
    if ((await sumConversationBytes(tx, scope, conversationId)) > limits.conversationFileBytesMax)
      fail('too_large', {
        message: `The files of one conversation may have ${limits.conversationFileBytesMax / MEGABYTE} MB together.`,
      });
    if ((await sumBytes(tx, scope, 'visitor')) > limits.visitorFileBytesMax)
      fail('too_large', { message: 'No more files can be taken here.' });
  } else if (agentId && (await sumBytes(tx, scope, 'document')) > limits.documentFileBytesMax)
    fail('too_large', {
      message: `The documents of a workspace may have ${limits.documentFileBytesMax / MEGABYTE} MB together.`,
    });
}
