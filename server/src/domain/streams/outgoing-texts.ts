import type { ConversationId } from '@antiphon/contract/ids';
import type { LiveAsked, LiveTold } from './live-conversations.ts';
import { BROKER_TEXT_BYTES_MAX, type Broker } from './streams.ports.ts';

/** What is told is gathered for this long: a notify of the database is a queue that all commits share. */
const GATHER_MS = 25;
/** An event with more than this is read from the database. */
const EVENT_BYTES_MAX = 3_000;

/** Gathers what is told on each subject and publishes it in its order. `takeText`: what of a reply others have not got yet. */
export function makeOutgoing(broker: Broker, takeText: (id: ConversationId) => LiveTold[]) {
  let waiting = new Map<string, (LiveTold | LiveAsked)[]>();
  const texts = new Set<ConversationId>();
  let timer: NodeJS.Timeout | undefined;
  const push = (subject: string, told: LiveTold | LiveAsked) => {
    const all = waiting.get(subject) ?? [];
    waiting.set(subject, all);
    // Asked twice within a moment, it is answered once.
    if (told.kind !== 'watch' || !all.some(({ kind }) => kind === 'watch')) all.push(told);
  };
  const flush = () => {
    timer = undefined;
    for (const id of texts) for (const told of takeText(id)) push(`live.${id}`, told);
    texts.clear();
    const all = waiting;
    waiting = new Map();
    for (const [subject, told] of all) publish(broker, subject, told);
  };
  const arm = () => {
    timer ??= setTimeout(flush, GATHER_MS);
  };
  return {
    add(subject: string, told: LiveTold | LiveAsked) {
      push(subject, told.kind === 'events' && isLarge(told) ? seqOf(told) : told);
      arm();
    },
    addText(id: ConversationId) {
      texts.add(id);
      arm();
    },
    /** Publishes what waits. */
    stop() {
      clearTimeout(timer);
      flush();
    },
  };
}

function publish(broker: Broker, subject: string, all: readonly (LiveTold | LiveAsked)[]) {
  let parts: string[] = [];
  let bytes = 2;
  for (const told of all) {
    const part = JSON.stringify(told);
    const size = Buffer.byteLength(part) + 1;
    if (bytes + size > BROKER_TEXT_BYTES_MAX) {
      broker.publish(subject, `[${parts.join()}]`);
      [parts, bytes] = [[], 2];
    }
    parts.push(part);
    bytes += size;
  }
  broker.publish(subject, `[${parts.join()}]`);
}

const isLarge = (told: LiveTold) => Buffer.byteLength(JSON.stringify(told)) > EVENT_BYTES_MAX;

const seqOf = ({ events }: Extract<LiveTold, { kind: 'events' }>): LiveTold => ({
  kind: 'seq',
  seq: Math.max(...events.map((event) => event.seq)),
});
