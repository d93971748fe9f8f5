import type { ConversationEvent } from '@antiphon/contract/events';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { LiveConversations, StoredEvent } from './live-conversations.ts';
import { formatCursor, type StreamCursor } from './stream-cursor.rules.ts';
import { findText, listEventsAfter } from './streams.queries.ts';

export type Frame = { id: string } & ConversationEvent;

type Deps = { database: Database; live: LiveConversations };

/**
 * What a reader at `cursor` has not seen yet, in order, and where it stands afterwards. `isFirst` asks the database even
 * when this process was told of nothing.
 */
export async function readStream(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  cursor: StreamCursor,
  isFirst: boolean,
): Promise<{ frames: Frame[]; cursor: StreamCursor }> {
  const frames: Frame[] = [];
  const at = { ...cursor };
  const push = (event: ConversationEvent) => frames.push({ id: formatCursor(at), ...event });
  const pushText = (messageId: MessageId, whole: string) => {
    if (whole.length <= at.offset) return;
    const text = whole.slice(at.offset);
    at.offset = whole.length;
    push({ event: 'delta', data: { messageId, text } });
  };
  for (const event of await readEvents(deps, scope, id, at.seq, isFirst)) {
    if (event.event === 'done')
      pushText(event.data.messageId, await finalText(deps, scope, id, at, event.data.messageId));
    at.seq = event.seq;
    if (event.event === 'status' && event.data.status !== 'queued') {
      at.startedSeq = event.seq;
      at.offset = 0;
    }
    push({ event: event.event, data: event.data } as ConversationEvent);
  }
  const live = deps.live.getLive(id);
  if (live && live.startedSeq === at.startedSeq) pushText(live.messageId, live.text);
  return { frames, cursor: at };
}

/**
 * The text that a reader at `cursor` lacks, without a promise and a query: what there is to say for each new word of a reply.
 * Null where something else may have come; then only `readStream` knows what is next.
 */
export function readText(
  live: LiveConversations,
  id: ConversationId,
  cursor: StreamCursor,
): { frames: Frame[]; cursor: StreamCursor } | null {
  if (live.hasAfter(id, cursor.seq)) return null;
  const reply = live.getLive(id);
  if (!reply || reply.startedSeq !== cursor.startedSeq || reply.text.length <= cursor.offset)
    return { frames: [], cursor };
  const at = { ...cursor, offset: reply.text.length };
  const data = { messageId: reply.messageId, text: reply.text.slice(cursor.offset) };
  return { frames: [{ id: formatCursor(at), event: 'delta', data }], cursor: at };
}

async function readEvents(
  { database, live }: Deps,
  scope: Scope,
  id: ConversationId,
  seq: number,
  isFirst: boolean,
): Promise<StoredEvent[]> {
  if (!isFirst && !live.hasAfter(id, seq)) return [];
  return live.findRecent(id, seq) ?? database.transaction(scope, (tx) => listEventsAfter(tx, scope, id, seq));
}

async function finalText(
  { database, live }: Deps,
  scope: Scope,
  id: ConversationId,
  at: StreamCursor,
  messageId: MessageId,
) {
  const reply = live.getLive(id);
  if (reply?.startedSeq === at.startedSeq && reply.messageId === messageId && !reply.isMirror) return reply.text;
  return database.transaction(scope, (tx) => findText(tx, scope, id, messageId));
}
