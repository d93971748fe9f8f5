import type { ServerResponse } from 'node:http';
import type { TypingEvent } from '@antiphon/contract/events';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { isPassing } from '../../db/passing-errors.ts';
import type { Scope } from '../../db/scope.ts';
import type { LiveConversations } from './live-conversations.ts';
import { type Frame, readStream, readText } from './read-stream.ts';
import { parseCursor, type StreamCursor } from './stream-cursor.rules.ts';

const HEARTBEAT_MS = 15_000;
/** A reader that leaves this much unread is slow: it is sent the next text when it has caught up, in one piece. */
const UNREAD_BYTES_MAX = 256 * 1024;
/** While the database is away its readers stay, and are read for again this often, not all at the same moment. */
const AGAIN_MS = 1_500;

/**
 * Words that follow others so soon are sent together: each frame wakes the reader's device and ours. The first ones never wait. The
 * more readers are read to at once, the longer: at 400 they see ten steps a second.
 */
const GATHER_MS = { least: 40, most: 100, perReader: 0.15 };
let readersGathering = 0;
const gatherMs = () => Math.min(GATHER_MS.most, GATHER_MS.least + readersGathering * GATHER_MS.perReader);

type Deps = { database: Database; live: LiveConversations; log: Logger };

/** Calls `beat` every 15 seconds or so, and `end` where the reader lost the right to read. Returns what ends it. */
export type Watch = (beat: () => void, end: () => void) => () => void;

/** Who reads. A visitor's right is their token; an operator's is watched. */
export type Reader = { role: 'visitor' | 'operator'; watch: Watch };

const beatAlone: Watch = (beat) => {
  const timer = setInterval(beat, HEARTBEAT_MS);
  return () => clearInterval(timer);
};
const VISITOR: Reader = { role: 'visitor', watch: beatAlone };

/**
 * Writes a conversation's events to the raw response until the reader leaves. A disconnect is no Stop: the reply goes on, and
 * the reader resumes with the id of the last frame it got. Ends when `shutdown` fires; the reader then reconnects elsewhere.
 */
export function streamEvents(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  lastEventId: string | null,
  response: ServerResponse,
  shutdown: AbortSignal,
  reader: Reader = VISITOR,
) {
  let cursor: StreamCursor = parseCursor(lastEventId) ?? { seq: 0, startedSeq: 0, offset: 0 };
  let isFirst = true;
  let isBusy = false;
  let isAskedAgain = false;

  // The stream ends with its connection: in chunks each frame would be four writes instead of one.
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    connection: 'close',
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // A visitor reads from a page of any origin, with a token and never a cookie.
    ...(reader.role === 'visitor' ? { 'access-control-allow-origin': '*' } : {}),
    'x-content-type-options': 'nosniff',
  });
  response.write('retry: 1000\n\n');

  const pump = async () => {
    if (isBusy) {
      isAskedAgain = true;
      return;
    }
    isBusy = true;
    try {
      do {
        isAskedAgain = false;
        if (response.writableLength > UNREAD_BYTES_MAX) break;
        const asksDatabase = isFirst;
        isFirst = false;
        const text = asksDatabase ? null : readText(deps.live, id, cursor);
        const read = text ?? (await readStream(deps, scope, id, cursor, asksDatabase));
        cursor = read.cursor;
        if (read.frames.length === 0) continue;
        response.write(read.frames.map(formatFrame).join(''));
        stopGathering();
        if (read.frames.at(-1)?.event === 'delta') {
          readersGathering += 1;
          gathering = setTimeout(endGathering, gatherMs());
        }
      } while (isAskedAgain);
    } catch (error) {
      if (isPassing(error)) {
        isFirst = true;
        clearTimeout(again);
        again = setTimeout(wake, AGAIN_MS * (0.5 + Math.random()));
        return;
      }
      deps.log.error({ err: error, conversationId: id }, 'stream failed; the reader reconnects');
      response.end();
    } finally {
      isBusy = false;
    }
  };

  let again: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let hasGathered = false;
  const stopGathering = () => {
    if (gathering) readersGathering -= 1;
    clearTimeout(gathering);
    gathering = undefined;
  };
  const endGathering = () => {
    stopGathering();
    if (hasGathered) wake();
    hasGathered = false;
  };
  // Words that come in one turn of the event loop go out in one frame.
  let isWoken = false;
  const wake = () => {
    if (isWoken) return;
    if (gathering && !isFirst && !deps.live.hasAfter(id, cursor.seq)) {
      hasGathered = true;
      return;
    }
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      void pump();
    });
  };
  const end = () => response.end();
  const unsubscribe = deps.live.subscribe(id, {
    wake(isGap) {
      isFirst ||= isGap;
      wake();
    },
    type(event) {
      if (event.data.from === reader.role || response.writableLength > UNREAD_BYTES_MAX) return;
      response.write(formatTyping(event));
    },
  });
  const beat = () => void response.write(': still here\n\n');
  const endWatch = reader.watch(beat, end);
  response.on('drain', wake);
  shutdown.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    unsubscribe();
    endWatch();
    stopGathering();
    clearTimeout(again);
    shutdown.removeEventListener('abort', end);
  });
  wake();
}

/** Without an id: whoever resumes has not missed it. */
const formatTyping = ({ event, data }: TypingEvent) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const formatFrame = ({ id, event, data }: Frame) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
