import type { ConversationId } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Broadcast } from '../../db/broadcast-postgres.ts';
import type { Database } from '../../db/database.ts';
import { type LiveConversations, type LiveTold, makeLiveConversations } from './live-conversations.ts';

/** What is told is gathered for this long: a notify of the database is a queue that all commits share. */
const GATHER_MS = 25;
/** A message of PostgreSQL may hold 8,000 bytes. */
const MESSAGE_BYTES_MAX = 7_000;
/** An event with more than this is read from the database. */
const EVENT_BYTES_MAX = 3_000;
/** A UTF-16 unit takes 6 bytes of JSON at the most, where it is half of a pair. */
const TEXT_UNITS_MAX = 1_000;
/** Whoever looks says so again this often, and is forgotten after three times of silence. */
const WATCH_EVERY_MS = 30_000;
const WATCHED_MAX = 100_000;

type Wired = LiveTold | { kind: 'watches'; ids: ConversationId[] };

/**
 * Live conversations over all processes of a database: whoever reads in one sees what another writes. Text goes only where
 * somebody looks; whatever gets lost is read from the database. On an embedded database there is no other process.
 */
export function makeJoinedConversations({ database, log }: { database: Database; log: Logger }): {
  live: LiveConversations;
  stop(): Promise<void>;
} {
  const { broadcast } = database;
  if (!broadcast) return { live: makeLiveConversations(), stop: async () => {} };
  const outgoing = makeOutgoing(broadcast, log);
  const live = makeLiveConversations((told) => outgoing.add(told));
  const watched = new LRUCache<ConversationId, true>({ max: WATCHED_MAX, ttl: 3 * WATCH_EVERY_MS });
  const sent = new Map<ConversationId, { startedSeq: number; offset: number }>();
  /** What of a reply others have not got yet; from its beginning where somebody has just begun to look. */
  outgoing.takeText = (id) => {
    const reply = live.getLive(id);
    if (!reply || reply.isMirror) {
      sent.delete(id);
      return [];
    }
    const { messageId, startedSeq, text } = reply;
    const known = sent.get(id);
    const pieces: LiveTold[] = [];
    let offset = known?.startedSeq === startedSeq ? known.offset : 0;
    for (; offset < text.length; offset += TEXT_UNITS_MAX) {
      const piece = text.slice(offset, offset + TEXT_UNITS_MAX);
      pieces.push({ kind: 'text', id, messageId, startedSeq, offset, text: piece });
    }
    sent.set(id, { startedSeq, offset: text.length });
    return pieces;
  };
  live.onText = (id) => {
    if (watched.has(id)) outgoing.addText(id);
  };
  const watch = (id: ConversationId) => {
    watched.set(id, true);
    sent.delete(id);
    if (live.getLive(id)?.isMirror === false) outgoing.addText(id);
  };
  const hear = (told: Wired) => {
    if (told.kind === 'watches') for (const id of told.ids) watched.set(id, true);
    else if (told.kind === 'watch') watch(told.id);
    else live.hear(told);
  };
  const watchAgain = () => outgoing.addWatches(live.listWatched());
  const timer = setInterval(() => {
    watchAgain();
    for (const id of sent.keys()) if (!watched.has(id)) sent.delete(id);
  }, WATCH_EVERY_MS);
  const stopListening = broadcast.listen(
    'live',
    (text) => {
      const [sender, ...all] = JSON.parse(text) as [string, ...Wired[]];
      if (sender !== outgoing.self) for (const told of all) hear(told);
    },
    () => {
      live.hearGap();
      for (const id of live.listWatched()) outgoing.add({ kind: 'watch', id });
    },
  );
  return {
    live,
    async stop() {
      clearInterval(timer);
      await outgoing.stop();
      await stopListening();
    },
  };
}

/** Gathers what is told and sends it in its order, one message after the other. */
function makeOutgoing(broadcast: Broadcast, log: Logger) {
  const self = crypto.randomUUID();
  let waiting: Wired[] = [];
  const texts = new Set<ConversationId>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  const arm = () => {
    if (!sending) timer ??= setTimeout(() => void flush(), GATHER_MS);
  };
  const outgoing = {
    self,
    takeText: (_id: ConversationId): LiveTold[] => [],
    add(told: LiveTold) {
      waiting.push(told.kind === 'events' && isLarge(told) ? seqOf(told) : told);
      arm();
    },
    addText(id: ConversationId) {
      texts.add(id);
      arm();
    },
    addWatches(ids: ConversationId[]) {
      for (let at = 0; at < ids.length; at += 100) waiting.push({ kind: 'watches', ids: ids.slice(at, at + 100) });
      if (ids.length > 0) arm();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await sending;
      if (waiting.length > 0 || texts.size > 0) await flush();
    },
  };
  const flush = () => {
    timer = undefined;
    const all = [...waiting, ...[...texts].flatMap((id) => outgoing.takeText(id))];
    waiting = [];
    texts.clear();
    sending = send(all)
      .catch((error: unknown) => log.warn({ err: error }, 'live events were not sent to other processes'))
      .finally(() => {
        sending = undefined;
        if (waiting.length > 0 || texts.size > 0) arm();
      });
    return sending;
  };
  const send = async (all: Wired[]) => {
    let parts: string[] = [];
    let bytes = 0;
    const sendParts = () => broadcast.send('live', `[${[JSON.stringify(self), ...parts].join()}]`);
    for (const told of all) {
      const part = JSON.stringify(told);
      const size = Buffer.byteLength(part) + 1;
      if (bytes + size > MESSAGE_BYTES_MAX && parts.length > 0) {
        await sendParts();
        [parts, bytes] = [[], 0];
      }
      parts.push(part);
      bytes += size;
    }
    if (parts.length > 0) await sendParts();
  };
  return outgoing;
}

const isLarge = (told: LiveTold) => Buffer.byteLength(JSON.stringify(told)) > EVENT_BYTES_MAX;

const seqOf = ({ id, events }: Extract<LiveTold, { kind: 'events' }>): LiveTold => ({
  kind: 'seq',
  id,
  seq: Math.max(...events.map((event) => event.seq)),
});
