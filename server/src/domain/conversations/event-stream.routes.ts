import type { ServerResponse } from 'node:http';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { LiveConversations } from './live-conversations.ts';
import { type Frame, readStream } from './read-stream.ts';
import { parseCursor, type StreamCursor } from './stream-cursor.rules.ts';

const HEARTBEAT_MS = 15_000;
/** A reader that leaves this much unread is slow: it is sent the next text when it has caught up, in one piece. */
const UNREAD_BYTES_MAX = 256 * 1024;

type Deps = { database: Database; live: LiveConversations; log: Logger };

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
) {
  let cursor: StreamCursor = parseCursor(lastEventId) ?? { seq: 0, startedSeq: 0, offset: 0 };
  let isFirst = true;
  let isBusy = false;
  let isAskedAgain = false;

  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Read from pages of any origin, with a token and never a cookie.
    'access-control-allow-origin': '*',
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
        const read = await readStream(deps, scope, id, cursor, isFirst);
        isFirst = false;
        cursor = read.cursor;
        if (read.frames.length > 0) response.write(read.frames.map(formatFrame).join(''));
      } while (isAskedAgain);
    } catch (error) {
      deps.log.error({ err: error, conversationId: id }, 'stream failed; the reader reconnects');
      response.end();
    } finally {
      isBusy = false;
    }
  };

  // Words that come in one turn of the event loop go out in one frame.
  let isWoken = false;
  const wake = () => {
    if (isWoken) return;
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      void pump();
    });
  };
  const unsubscribe = deps.live.subscribe(id, wake);
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  const end = () => response.end();
  response.on('drain', wake);
  shutdown.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    unsubscribe();
    clearInterval(heartbeat);
    shutdown.removeEventListener('abort', end);
  });
  wake();
}

const formatFrame = ({ id, event, data }: Frame) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
