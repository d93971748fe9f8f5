import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import type { Broker } from '../streams/streams.ports.ts';
import type { Signals } from './signals.ports.ts';

type Told = [kind: Signal['kind'], id: string][];
type Listener = (signal: Signal | null) => void;

/** Signals to other processes are gathered for this long: a notify of the database is a queue that all commits share. */
const GATHER_MS = 100;
/** Of a broker's 7,000 bytes a signal takes fewer than 160. */
const SIGNALS_PER_TEXT = 40;
/** More than these of one workspace within one gathering are one gap: readers then read everything anew. */
const GATHERED_MAX = 1_000;

/**
 * In memory within a process, by the broker between processes, where somebody of that workspace looks. A signal that is lost costs
 * a moment, never content. Without a broker there is no other process.
 */
export function makeSignals({ broker }: { broker: Broker | null }): Signals {
  const rooms = new Map<WorkspaceUid, { listeners: Set<Listener>; leave: () => void }>();
  const hand = (uid: WorkspaceUid, signal: Signal | null) => {
    for (const listener of rooms.get(uid)?.listeners ?? []) listener(signal);
  };
  const enter = (uid: WorkspaceUid) => {
    const hear = (text: string) => {
      const told = JSON.parse(text) as Told;
      if (told.length === 0) hand(uid, null);
      for (const [kind, id] of told) hand(uid, { kind, id });
    };
    const leave = broker?.subscribe(`signals.${uid}`, hear, () => hand(uid, null)) ?? (() => {});
    const room = { listeners: new Set<Listener>(), leave };
    rooms.set(uid, room);
    return room;
  };

  let gathered = new Map<WorkspaceUid, Map<string, Told[number]>>();
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    const all = gathered;
    gathered = new Map();
    for (const [uid, signals] of all) {
      const told = signals.size > GATHERED_MAX ? [] : [...signals.values()];
      // None is a gap.
      for (let at = 0; at === 0 || at < told.length; at += SIGNALS_PER_TEXT)
        broker?.publish(`signals.${uid}`, JSON.stringify(told.slice(at, at + SIGNALS_PER_TEXT)));
    }
  };
  return {
    tell(uid, signal) {
      hand(uid, signal);
      if (!broker) return;
      const { kind, id } = signal;
      const signals = gathered.get(uid) ?? new Map<string, Told[number]>();
      gathered.set(uid, signals.set(`${kind} ${id}`, [kind, id]));
      timer ??= setTimeout(send, GATHER_MS);
    },
    subscribe(uid, listener) {
      const room = rooms.get(uid) ?? enter(uid);
      room.listeners.add(listener);
      return () => {
        if (!room.listeners.delete(listener) || room.listeners.size > 0) return;
        room.leave();
        rooms.delete(uid);
      };
    },
    async stop() {
      clearTimeout(timer);
      if (timer) send();
      for (const { leave } of rooms.values()) leave();
    },
  };
}
