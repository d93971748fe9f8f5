import { Readable } from 'node:stream';
import { fail } from '@antiphon/contract/errors';
import type { CallId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import { rangeOf } from '../exports/exports.rules.ts';
import type { Member } from '../identity/identity.policy.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { mayHear } from './call-recordings.policy.ts';
import { listParts } from './call-recordings.queries.ts';
import { joined, type Piece } from './joined-sound.rules.ts';

type Deps = { database: Database; fileStore: FileStore };

/**
 * The sound of a call to whoever may hear it, whole or from where somebody listens on. A part of it at a time is in memory. A client is shown
 * no tests. Fails with `forbidden` or `not_found`.
 */
export async function openRecording(
  deps: Deps,
  member: Member,
  named: { conversationId: ConversationId; callId: CallId },
  asked: { range: string | null; isDownload: boolean },
): Promise<Response> {
  if (!mayHear(member)) fail('forbidden');
  const { scope, client } = member;
  const parts = await deps.database.transaction(scope, async (tx) => {
    const { isTest } = await findConversationAgent(tx, scope, named.conversationId);
    if (isTest && client) fail('not_found');
    return listParts(tx, scope, named);
  });
  if (parts.length === 0) fail('not_found');
  const { type, bytes, pieces } = joined(parts);
  const ending = type === 'audio/mpeg' ? 'mp3' : 'wav';
  const headers = {
    'content-type': type,
    'content-disposition': `${asked.isDownload ? 'attachment' : 'inline'}; filename="${named.callId}.${ending}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  };
  const range = rangeOf(asked.range, bytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } });
  const { from, to } = range ?? { from: 0, to: bytes - 1 };
  const body = Readable.toWeb(Readable.from(read(deps, pieces, from, to), { objectMode: false, highWaterMark: 1 }));
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(range ? { 'content-range': `bytes ${from}-${to}/${bytes}` } : {}),
    },
  });
}

/** From the byte `from` to the byte `to`, both with. */
async function* read({ fileStore }: Deps, pieces: readonly Piece[], from: number, to: number) {
  let begins = 0;
  for (const piece of pieces) {
    const ends = begins + piece.bytes;
    if (ends > from && begins <= to) {
      const held = 'held' in piece ? piece.held : (await fileStore.get(piece.storageKey)).subarray(piece.skip);
      yield held.subarray(Math.max(0, from - begins), Math.min(piece.bytes, to + 1 - begins));
    }
    begins = ends;
  }
}
