import { fail } from '@antiphon/contract/errors';
import type { CallId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import { rangeOf } from '../exports/exports.rules.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { mayHear } from './call-recordings.policy.ts';
import { findSound } from './call-recordings.queries.ts';

type Deps = { database: Database; fileStore: FileStore };

/**
 * The sound of a call to whoever may hear it, whole or from where somebody listens on. A client is shown no tests. Fails with `forbidden`
 * or `not_found`.
 */
export async function openRecording(
  deps: Deps,
  member: Member,
  named: { conversationId: ConversationId; callId: CallId },
  asked: { range: string | null; isDownload: boolean },
): Promise<Response> {
  if (!mayHear(member)) fail('forbidden');
  const { scope, client } = member;
  const sound = await deps.database.transaction(scope, async (tx) => {
    const { isTest } = await findConversationAgent(tx, scope, named.conversationId);
    if (isTest && client) fail('not_found');
    return findSound(tx, scope, named);
  });
  if (!sound) fail('not_found');
  const { type, bytes, storageKey } = sound;
  const headers = {
    'content-type': type,
    'content-disposition': `${asked.isDownload ? 'attachment' : 'inline'}; filename="${named.callId}.mp3"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  };
  const range = rangeOf(asked.range, bytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } });
  const { from, to } = range ?? { from: 0, to: bytes - 1 };
  const held = await deps.fileStore.get(storageKey);
  return new Response(held.subarray(from, to + 1) as Uint8Array<ArrayBuffer>, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(range ? { 'content-range': `bytes ${from}-${to}/${bytes}` } : {}),
    },
  });
}
