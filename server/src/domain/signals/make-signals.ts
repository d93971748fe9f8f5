import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Signals } from './signals.ports.ts';

type Told = [sender: string, ...signals: [workspaceUid: WorkspaceUid, kind: Signal['kind'], id: string][]];

/** Signals to other processes are gathered for this long: a notify of the database is a queue that all commits share. */
const GATHER_MS = 100;
/** A message of PostgreSQL may hold 8,000 bytes; a signal takes fewer than 160. */
const SIGNALS_PER_MESSAGE = 40;
/** After a message that the database did not take, one tells of a gap. */
const RESEND_MS = 1_000;
/** More than these within one gathering are one gap: readers then read everything anew. */
const GATHERED_MAX = 1_000;

/** In memory within a process, by LISTEN and NOTIFY between processes. A signal that is lost costs a moment, never content. */
export function makeSignals({ database, log }: { database: Database; log: Logger }): Signals {
  const listeners = new Map<WorkspaceUid, Set<(signal: Signal | null) => void>>();
  const self = crypto.randomUUID();
  const { broadcast } = database;
  const hand = (uid: WorkspaceUid, signal: Signal) => {
    for (const listener of listeners.get(uid) ?? []) listener(signal);
  };
  const handGap = () => {
    for (const set of listeners.values()) for (const listener of set) listener(null);
  };
  const stopListening = broadcast?.listen(
    'signals',
    (text) => {
      const [sender, ...signals] = JSON.parse(text) as Told;
      if (sender === self) return;
      if (signals.length === 0) handGap();
      for (const [uid, kind, id] of signals) hand(uid, { kind, id });
    },
    handGap,
  );

  let gathered = new Map<string, Told[number]>();
  let timer: NodeJS.Timeout | undefined;
  let isGap = false;
  let isStopped = false;
  const send = async () => {
    timer = undefined;
    const signals = [...gathered.values()];
    gathered = new Map();
    try {
      if (isGap || signals.length > GATHERED_MAX) {
        await broadcast?.send('signals', JSON.stringify([self]));
        isGap = false;
      } else
        for (let at = 0; at < signals.length; at += SIGNALS_PER_MESSAGE)
          await broadcast?.send('signals', JSON.stringify([self, ...signals.slice(at, at + SIGNALS_PER_MESSAGE)]));
    } catch (error) {
      log.warn({ err: error }, 'signals were not sent to other processes');
      isGap = true;
      if (!isStopped) timer ??= setTimeout(() => void send(), RESEND_MS);
    }
  };
  return {
    tell(uid, signal) {
      hand(uid, signal);
      if (!broadcast) return;
      gathered.set(`${uid} ${signal.kind} ${signal.id}`, [uid, signal.kind, signal.id]);
      timer ??= setTimeout(() => void send(), GATHER_MS);
    },
    subscribe(uid, listener) {
      const set = listeners.get(uid) ?? new Set();
      listeners.set(uid, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(uid) === set) listeners.delete(uid);
      };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await stopListening?.();
    },
  };
}
