import type { ConversationEvent, TypingEvent } from '@antiphon/contract/events';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';

/** `seq` counts the events of one conversation. */
export type StoredEvent = { seq: number } & ConversationEvent;

/**
 * The reply that is written now, or was written last. `startedSeq` is the id of the event that began this attempt; `text`
 * only grows within it, so that an offset into it says exactly what a reader has. `isMirror`: another process writes it, and
 * its end may be missing here.
 */
export type LiveReply = { messageId: MessageId; startedSeq: number; text: string; isDone: boolean; isMirror: boolean };

/** `isGap`: events may have been missed; only the database knows them. */
export type LiveListener = { wake(isGap: boolean): void; type(event: TypingEvent): void };

/** What one process tells the others. `text` stands at `offset` of the text of attempt `startedSeq`. */
export type LiveTold =
  | { kind: 'events'; id: ConversationId; events: StoredEvent[] }
  | { kind: 'seq'; id: ConversationId; seq: number }
  | { kind: 'text'; id: ConversationId; messageId: MessageId; startedSeq: number; offset: number; text: string }
  | { kind: 'typing'; id: ConversationId; event: TypingEvent }
  | { kind: 'stop'; messageId: MessageId }
  | { kind: 'watch'; id: ConversationId };

type Room = { listeners: Set<LiveListener>; live: LiveReply | null; recent: StoredEvent[]; lastSeq: number };

/** Events kept in memory per watched conversation, so that delivery needs no query. */
const RECENT_MAX = 32;

/**
 * What happens in conversations right now. Stored events are told here after their commit; the text of a reply lives here
 * alone until it is done. A listener is only woken: it reads what it has not sent yet. `tellOthers` reaches the processes on
 * the same database (`join-processes.ts`); alone, nobody is told.
 */
export function makeLiveConversations(tellOthers: (told: Exclude<LiveTold, { kind: 'text' }>) => void = () => {}) {
  const rooms = new Map<ConversationId, Room>();
  const stops = new Map<MessageId, () => void>();
  let onText = (_id: ConversationId) => {};
  const roomOf = (id: ConversationId) => {
    const room = rooms.get(id) ?? { listeners: new Set(), live: null, recent: [], lastSeq: 0 };
    rooms.set(id, room);
    return room;
  };
  const sweep = (id: ConversationId, room: Room) => {
    if (room.listeners.size === 0 && (!room.live || room.live.isDone)) rooms.delete(id);
  };
  const wake = (room: Room, isGap = false) => {
    for (const listener of room.listeners) listener.wake(isGap);
  };
  const tellHere = (id: ConversationId, events: StoredEvent[]) => {
    const room = rooms.get(id);
    if (!room || events.length === 0) return;
    room.recent = [...room.recent, ...events].sort((one, other) => one.seq - other.seq).slice(-RECENT_MAX);
    room.lastSeq = Math.max(room.lastSeq, ...events.map((event) => event.seq));
    wake(room);
  };
  const typeHere = (id: ConversationId, event: TypingEvent) => {
    for (const listener of rooms.get(id)?.listeners ?? []) listener.type(event);
  };
  /** Puts a piece of another process's text where it belongs; asks for all of it where a piece between is missing. */
  const mirror = (told: Extract<LiveTold, { kind: 'text' }>) => {
    const room = rooms.get(told.id);
    if (!room || room.listeners.size === 0) return;
    const { messageId, startedSeq, offset, text } = told;
    if (
      room.live &&
      (room.live.startedSeq > startedSeq || (room.live.startedSeq === startedSeq && !room.live.isMirror))
    )
      return;
    if (room.live?.startedSeq !== startedSeq)
      room.live = { messageId, startedSeq, text: '', isDone: true, isMirror: true };
    if (offset > room.live.text.length) return tellOthers({ kind: 'watch', id: told.id });
    room.live.text += text.slice(room.live.text.length - offset);
    wake(room);
  };
  return {
    subscribe(id: ConversationId, listener: LiveListener): () => void {
      const room = roomOf(id);
      if (room.listeners.size === 0) tellOthers({ kind: 'watch', id });
      room.listeners.add(listener);
      return () => {
        room.listeners.delete(listener);
        sweep(id, room);
      };
    },
    /** Call after the commit. */
    tell(id: ConversationId, events: StoredEvent[]) {
      if (events.length === 0) return;
      tellHere(id, events);
      tellOthers({ kind: 'events', id, events });
    },
    /** Somebody writes right now: told to whoever looks, kept nowhere. */
    tellTyping(id: ConversationId, event: TypingEvent) {
      typeHere(id, event);
      tellOthers({ kind: 'typing', id, event });
    },
    startReply(id: ConversationId, messageId: MessageId, startedSeq: number) {
      roomOf(id).live = { messageId, startedSeq, text: '', isDone: false, isMirror: false };
    },
    append(id: ConversationId, text: string) {
      const room = rooms.get(id);
      if (!room?.live) return;
      room.live.text += text;
      wake(room);
      onText(id);
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
    /** Does this process write a reply now? */
    isWriting: () => stops.size > 0,
    requestStop(messageId: MessageId) {
      const stop = stops.get(messageId);
      if (stop) stop();
      else tellOthers({ kind: 'stop', messageId });
    },
    getLive: (id: ConversationId): LiveReply | null => rooms.get(id)?.live ?? null,
    hasAfter: (id: ConversationId, seq: number): boolean => (rooms.get(id)?.lastSeq ?? 0) > seq,
    /** The events after `seq` without a gap, or null when memory does not hold all of them. */
    findRecent(id: ConversationId, seq: number): StoredEvent[] | null {
      const after = rooms.get(id)?.recent.filter((event) => event.seq > seq) ?? [];
      return after.length > 0 && after.every((event, index) => event.seq === seq + 1 + index) ? after : null;
    },
    /** What another process tells. */
    hear(told: Exclude<LiveTold, { kind: 'watch' }>) {
      if (told.kind === 'events') tellHere(told.id, told.events);
      else if (told.kind === 'text') mirror(told);
      else if (told.kind === 'typing') typeHere(told.id, told.event);
      else if (told.kind === 'stop') stops.get(told.messageId)?.();
      else {
        const room = rooms.get(told.id);
        if (!room) return;
        room.lastSeq = Math.max(room.lastSeq, told.seq);
        wake(room);
      }
    },
    /** Others may have told something that was not heard. */
    hearGap() {
      for (const room of rooms.values()) {
        room.recent = [];
        if (room.live?.isMirror) room.live = null;
        wake(room, true);
      }
    },
    listWatched: (): ConversationId[] =>
      [...rooms].filter(([, room]) => room.listeners.size > 0).map(([conversationId]) => conversationId),
    /** Called for each word of a reply that this process writes. */
    set onText(listener: (id: ConversationId) => void) {
      onText = listener;
    },
  };
}

export type LiveConversations = ReturnType<typeof makeLiveConversations>;
