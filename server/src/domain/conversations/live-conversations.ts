import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { StoredEvent } from './conversations.queries.ts';

/**
 * The reply that this process writes, or wrote last. `startedSeq` is the id of the event that began this attempt; `text`
 * only grows within it, so that an offset into it says exactly what a reader has.
 */
export type LiveReply = { messageId: MessageId; startedSeq: number; text: string; isDone: boolean };

type Room = { listeners: Set<() => void>; live: LiveReply | null; recent: StoredEvent[]; lastSeq: number };

/** Events kept in memory per watched conversation, so that delivery needs no query. */
const RECENT_MAX = 32;

/**
 * What happens in conversations right now, in this process. Stored events are told here after their commit; the text of a
 * reply lives here alone until it is done. A listener is only woken: it reads what it has not sent yet.
 */
export function makeLiveConversations() {
  const rooms = new Map<ConversationId, Room>();
  const stops = new Map<MessageId, () => void>();
  const roomOf = (id: ConversationId) => {
    const room = rooms.get(id) ?? { listeners: new Set(), live: null, recent: [], lastSeq: 0 };
    rooms.set(id, room);
    return room;
  };
  const sweep = (id: ConversationId, room: Room) => {
    if (room.listeners.size === 0 && (!room.live || room.live.isDone)) rooms.delete(id);
  };
  const wake = (room: Room) => {
    for (const listener of room.listeners) listener();
  };
  return {
    subscribe(id: ConversationId, listener: () => void): () => void {
      const room = roomOf(id);
      room.listeners.add(listener);
      return () => {
        room.listeners.delete(listener);
        sweep(id, room);
      };
    },
    /** Call after the commit. */
    tell(id: ConversationId, events: StoredEvent[]) {
      const room = rooms.get(id);
      if (!room || events.length === 0) return;
      room.recent = [...room.recent, ...events].sort((one, other) => one.seq - other.seq).slice(-RECENT_MAX);
      room.lastSeq = Math.max(room.lastSeq, ...events.map((event) => event.seq));
      wake(room);
    },
    startReply(id: ConversationId, messageId: MessageId, startedSeq: number) {
      roomOf(id).live = { messageId, startedSeq, text: '', isDone: false };
    },
    append(id: ConversationId, text: string) {
      const room = rooms.get(id);
      if (!room?.live) return;
      room.live.text += text;
      wake(room);
    },
    endReply(id: ConversationId) {
      const room = rooms.get(id);
      if (!room?.live) return;
      room.live.isDone = true;
      sweep(id, room);
    },
    onStop(messageId: MessageId, stop: () => void): () => void {
      stops.set(messageId, stop);
      return () => void stops.delete(messageId);
    },
    requestStop: (messageId: MessageId) => stops.get(messageId)?.(),
    getLive: (id: ConversationId): LiveReply | null => rooms.get(id)?.live ?? null,
    hasAfter: (id: ConversationId, seq: number): boolean => (rooms.get(id)?.lastSeq ?? 0) > seq,
    /** The events after `seq` without a gap, or null when memory does not hold all of them. */
    findRecent(id: ConversationId, seq: number): StoredEvent[] | null {
      const after = rooms.get(id)?.recent.filter((event) => event.seq > seq) ?? [];
      return after.length > 0 && after.every((event, index) => event.seq === seq + 1 + index) ? after : null;
    },
  };
}

export type LiveConversations = ReturnType<typeof makeLiveConversations>;
