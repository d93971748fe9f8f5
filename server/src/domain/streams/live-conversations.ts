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

/** What whoever writes in a conversation tells those who look. `text` stands at `offset` of the text of attempt `startedSeq`. */
export type LiveTold =
  | { kind: 'events'; events: StoredEvent[] }
  | { kind: 'seq'; seq: number }
  | { kind: 'text'; messageId: MessageId; startedSeq: number; offset: number; text: string }
  | { kind: 'typing'; event: TypingEvent };

/** What whoever looks asks of the process that writes: the text from its beginning, or an end. */
export type LiveAsked = { kind: 'watch' } | { kind: 'stop'; messageId: MessageId };

/** The other processes of the region; `join-processes.ts` reaches them. Each is called at the moment of which it speaks. */
export type Others = {
  tell(id: ConversationId, told: LiveTold): void;
  ask(id: ConversationId, asked: LiveAsked): void;
  /** The first one here begins to look at a conversation; the last one has left. */
  onLook(id: ConversationId): void;
  onLeave(id: ConversationId): void;
  onStart(id: ConversationId): void;
  /** A word more of a reply that this process writes. */
  onText(id: ConversationId): void;
  onEnd(id: ConversationId): void;
};

const nothing = () => {};
const NOBODY: Others = {
  ...{ tell: nothing, ask: nothing, onLook: nothing, onLeave: nothing },
  ...{ onStart: nothing, onText: nothing, onEnd: nothing },
};

type Room = { listeners: Set<LiveListener>; live: LiveReply | null; recent: StoredEvent[]; lastSeq: number };

/** Events kept in memory per watched conversation, so that delivery needs no query. */
const RECENT_MAX = 32;

/**
 * What happens in conversations right now. Stored events are told here after their commit; the text of a reply lives here
 * alone until it is done. A listener is only woken: it reads what it has not sent yet. Alone, no others are told.
 */
export function makeLiveConversations(others: Others = NOBODY) {
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
  const hearMore = (id: ConversationId, seq: number) => {
    const room = rooms.get(id);
    if (!room) return;
    room.lastSeq = Math.max(room.lastSeq, seq);
    wake(room);
  };
  /** Puts a piece of another process's text where it belongs; asks for all of it where a piece between is missing. */
  const mirror = (id: ConversationId, told: Extract<LiveTold, { kind: 'text' }>) => {
    const room = rooms.get(id);
    if (!room || room.listeners.size === 0) return;
    const { messageId, startedSeq, offset, text } = told;
    if (
      room.live &&
      (room.live.startedSeq > startedSeq || (room.live.startedSeq === startedSeq && !room.live.isMirror))
    )
      return;
    if (room.live?.startedSeq !== startedSeq)
      room.live = { messageId, startedSeq, text: '', isDone: true, isMirror: true };
    if (offset > room.live.text.length) return others.ask(id, { kind: 'watch' });
    room.live.text += text.slice(room.live.text.length - offset);
    wake(room);
  };
  /** False where this process does not write it. */
  const stopHere = (messageId: MessageId): boolean => {
    const stop = stops.get(messageId);
    stop?.();
    return stop !== undefined;
  };
  return {
    subscribe(id: ConversationId, listener: LiveListener): () => void {
      const room = roomOf(id);
      room.listeners.add(listener);
      if (room.listeners.size === 1) others.onLook(id);
      return () => {
        if (room.listeners.delete(listener) && room.listeners.size === 0) others.onLeave(id);
        sweep(id, room);
      };
    },
    /** Call after the commit. */
    tell(id: ConversationId, events: StoredEvent[]) {
      if (events.length === 0) return;
      tellHere(id, events);
      others.tell(id, { kind: 'events', events });
    },
    /** Event `seq` is stored, which is all that is known of it. */
    tellMore(id: ConversationId, seq: number) {
      hearMore(id, seq);
      others.tell(id, { kind: 'seq', seq });
    },
    /** Somebody writes right now: told to whoever looks, kept nowhere. */
    tellTyping(id: ConversationId, event: TypingEvent) {
      typeHere(id, event);
      others.tell(id, { kind: 'typing', event });
    },
    startReply(id: ConversationId, messageId: MessageId, startedSeq: number) {
      roomOf(id).live = { messageId, startedSeq, text: '', isDone: false, isMirror: false };
      others.onStart(id);
    },
    append(id: ConversationId, text: string) {
      const room = rooms.get(id);
      if (!room?.live) return;
      room.live.text += text;
      wake(room);
      others.onText(id);
    },
    endReply(id: ConversationId) {
      const room = rooms.get(id);
      if (!room?.live) return;
      room.live.isDone = true;
      others.onEnd(id);
      sweep(id, room);
    },
    onStop(messageId: MessageId, stop: () => void): () => void {
      stops.set(messageId, stop);
      return () => void stops.delete(messageId);
    },
    /** Does this process write a reply now? */
    isWriting: () => stops.size > 0,
    requestStop(id: ConversationId, messageId: MessageId) {
      if (!stopHere(messageId)) others.ask(id, { kind: 'stop', messageId });
    },
    stopHere,
    getLive: (id: ConversationId): LiveReply | null => rooms.get(id)?.live ?? null,
    hasAfter: (id: ConversationId, seq: number): boolean => (rooms.get(id)?.lastSeq ?? 0) > seq,
    /** The events after `seq` without a gap, or null when memory does not hold all of them. */
    findRecent(id: ConversationId, seq: number): StoredEvent[] | null {
      const after = rooms.get(id)?.recent.filter((event) => event.seq > seq) ?? [];
      return after.length > 0 && after.every((event, index) => event.seq === seq + 1 + index) ? after : null;
    },
    /** What another process tells. */
    hear(id: ConversationId, told: LiveTold) {
      if (told.kind === 'events') tellHere(id, told.events);
      else if (told.kind === 'text') mirror(id, told);
      else if (told.kind === 'typing') typeHere(id, told.event);
      else hearMore(id, told.seq);
    },
    /** Others may have told something that was not heard. */
    hearGap(id: ConversationId) {
      const room = rooms.get(id);
      if (!room) return;
      room.recent = [];
      if (room.live?.isMirror) room.live = null;
      wake(room, true);
    },
  };
}

export type LiveConversations = ReturnType<typeof makeLiveConversations>;
