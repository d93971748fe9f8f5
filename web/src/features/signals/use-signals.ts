import type { Signal } from '@antiphon/contract/signals';
import { useEffect, useEffectEvent } from 'react';
import { apiUrl } from '../../api.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { inOneWindow } from './in-one-window.ts';

/** Null: some may have been missed; read everything anew. */
type Listener = (signal: Signal | null) => void;

const reopenMsMin = 2_000;
const reopenMsMax = 60_000;

/**
 * Calls `onSignal` whenever something of the workspace changed. All windows of a browser share one stream: a browser keeps
 * six connections to a host over HTTP/1.1, and a stream holds one for as long as it lives.
 */
export function useSignals(onSignal: Listener): void {
  const { uid } = useWorkspace();
  const hear = useEffectEvent(onSignal);
  useEffect(() => listen(uid, (signal) => hear(signal)), [uid]);
}

const rooms = new Map<string, { listeners: Set<Listener>; close: () => void }>();

function listen(uid: string, listener: Listener): () => void {
  const url = apiUrl(`/v2/workspaces/${uid}/events`);
  const room = rooms.get(url) ?? openRoom(url);
  rooms.set(url, room);
  room.listeners.add(listener);
  return () => {
    room.listeners.delete(listener);
    if (room.listeners.size > 0) return;
    rooms.delete(url);
    room.close();
  };
}

function openRoom(url: string) {
  const listeners = new Set<Listener>();
  const closing = new AbortController();
  const channel = new BroadcastChannel(url);
  const hear = (signal: Signal | null) => {
    for (const listener of listeners) listener(signal);
  };
  channel.onmessage = ({ data }) => hear(data as Signal | null);
  // Whoever holds the lock reads the stream and tells the other windows; the next one takes over when it is closed.
  const lead = () =>
    new Promise<void>((done) => {
      const stop = openStream(url, (signal) => {
        hear(signal);
        channel.postMessage(signal);
      });
      closing.signal.addEventListener('abort', () => {
        stop();
        done();
      });
    });
  inOneWindow(url, lead, { signal: closing.signal }).catch(() => undefined);
  return {
    listeners,
    close() {
      closing.abort();
      channel.close();
    },
  };
}

/** Reconnects by itself; after a refusal, which the browser does not try again, with growing pauses. */
function openStream(url: string, onSignal: Listener): () => void {
  let source: EventSource;
  let timer = 0;
  let waitMs = reopenMsMin;
  const open = () => {
    source = new EventSource(url);
    source.onopen = () => {
      waitMs = reopenMsMin;
      // The first time too: what the page shows was read before the stream began.
      onSignal(null);
    };
    source.onmessage = ({ data }) => onSignal(JSON.parse(data) as Signal);
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = window.setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, reopenMsMax);
    };
  };
  open();
  return () => {
    window.clearTimeout(timer);
    source.close();
  };
}
