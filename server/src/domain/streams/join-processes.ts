import type { ConversationId } from '@antiphon/contract/ids';
import { type LiveAsked, type LiveConversations, type LiveTold, makeLiveConversations } from './live-conversations.ts';
import { makeOutgoing } from './outgoing-texts.ts';
import type { Broker } from './streams.ports.ts';

/** A UTF-16 unit takes 6 bytes of JSON at the most, where it is half of a pair. */
const TEXT_UNITS_MAX = 1_000;
/** While the broker is away each conversation that somebody looks at is read this often, a tenth of them at a time. */
const LOOK_EVERY_MS = 2_000;
const LOOKS_APART = 10;
/** Whoever is heard later than this after a look at the database looks again: what is told is gathered for longer. */
const HEARD_WITHIN_MS = 20;

/** What of a reply others have got. */
type Writing = { leave(): void; isWatched: boolean; sent: { startedSeq: number; offset: number } | null };

/**
 * Live conversations over all processes of a region: whoever reads in one sees what another writes. A process hears of the
 * conversations that somebody looks at in it, and, while it writes, of who begins to look elsewhere: text goes only where somebody
 * looks. Whatever gets lost is read from the database. Without a broker there is no other process.
 */
export function makeJoinedConversations({ broker }: { broker: Broker | null }): {
  live: LiveConversations;
  stop(): Promise<void>;
} {
  if (!broker) return { live: makeLiveConversations(), stop: async () => {} };
  const looking = new Map<ConversationId, () => void>();
  const writing = new Map<ConversationId, Writing>();
  const takeText = (id: ConversationId): LiveTold[] => {
    const [reply, at] = [live.getLive(id), writing.get(id)];
    if (!reply || reply.isMirror || !at) return [];
    const { messageId, startedSeq, text } = reply;
    const pieces: LiveTold[] = [];
    let offset = at.sent?.startedSeq === startedSeq ? at.sent.offset : 0;
    for (; offset < text.length; offset += TEXT_UNITS_MAX) {
      const piece = text.slice(offset, offset + TEXT_UNITS_MAX);
      pieces.push({ kind: 'text', messageId, startedSeq, offset, text: piece });
    }
    at.sent = { startedSeq, offset: text.length };
    return pieces;
  };
  const outgoing = makeOutgoing(broker, takeText);
  const ask = (id: ConversationId, asked: LiveAsked) => outgoing.add(`watch.${id}`, asked);
  const watch = (id: ConversationId) => ask(id, { kind: 'watch' });
  const hear = (id: ConversationId, told: LiveTold) => {
    // Whoever begins to write does not know yet who looks.
    if (told.kind === 'seq' || (told.kind === 'events' && told.events.some(isBeginning))) watch(id);
    live.hear(id, told);
  };
  const hearAsked = (id: ConversationId, asked: LiveAsked) => {
    if (asked.kind === 'stop') return void live.stopHere(asked.messageId);
    const at = writing.get(id);
    if (!at) return;
    Object.assign(at, { isWatched: true, sent: null });
    outgoing.addText(id);
  };
  const live = makeLiveConversations({
    tell: (id, told) => outgoing.add(`live.${id}`, told),
    ask,
    onLook(id) {
      const leave = broker.subscribe(
        `live.${id}`,
        (text) => {
          for (const told of JSON.parse(text) as LiveTold[]) hear(id, told);
        },
        () => {
          live.hearGap(id);
          watch(id);
        },
      );
      looking.set(id, leave);
      watch(id);
      const askedAt = performance.now();
      void broker.heard().then(() => {
        if (performance.now() - askedAt > HEARD_WITHIN_MS) live.hearGap(id);
      });
    },
    onLeave(id) {
      looking.get(id)?.();
      looking.delete(id);
    },
    onStart(id) {
      if (writing.has(id)) return;
      const hearAll = (text: string) => {
        for (const asked of JSON.parse(text) as LiveAsked[]) hearAsked(id, asked);
      };
      // Of a gap those who look hear too, and ask again.
      const leave = broker.subscribe(`watch.${id}`, hearAll, () => {});
      writing.set(id, { leave, isWatched: false, sent: null });
    },
    onText(id) {
      if (writing.get(id)?.isWatched) outgoing.addText(id);
    },
    onEnd(id) {
      writing.get(id)?.leave();
      writing.delete(id);
    },
  });
  let round = 0;
  const timer = setInterval(() => {
    round += 1;
    if (broker.isUp()) return;
    let at = 0;
    for (const id of [...looking.keys()]) if ((at++ + round) % LOOKS_APART === 0) live.hearGap(id);
  }, LOOK_EVERY_MS / LOOKS_APART);
  return {
    live,
    async stop() {
      clearInterval(timer);
      outgoing.stop();
      for (const leave of looking.values()) leave();
      for (const { leave } of writing.values()) leave();
    },
  };
}

const isBeginning = ({ event, data }: Extract<LiveTold, { kind: 'events' }>['events'][number]) =>
  event === 'status' && data.status !== 'queued';
