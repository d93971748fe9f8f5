import type { ConversationEvent } from '@antiphon/contract/events';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { LiveConversations } from './live-conversations.ts';
import { readStream } from './read-stream.ts';
import type { StreamCursor } from './stream-cursor.rules.ts';

type Deps = { database: Database; live: LiveConversations };

/**
 * Tells what happens in a conversation after event `seq`, in order and word by word, whichever process does it. What cannot be read goes
 * to `onFailure`; it is read again with the next word. Returns what ends it.
 */
export function followConversation(
  deps: Deps,
  scope: Scope,
  { id, seq }: { id: ConversationId; seq: number },
  onEvent: (event: ConversationEvent) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let cursor: StreamCursor = { seq, startedSeq: 0, offset: 0 };
  let asksDatabase = true;
  let isEnded = false;
  let isReading = false;
  let isWanted = false;
  const pump = async () => {
    do {
      isWanted = false;
      const isFirst = asksDatabase;
      asksDatabase = false;
      const read = await readStream(deps, scope, id, cursor, isFirst);
      cursor = read.cursor;
      for (const frame of read.frames) if (!isEnded) onEvent(frame);
    } while (isWanted && !isEnded);
  };
  const wake = () => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    pump()
      .catch((error: unknown) => {
        asksDatabase = true;
        onFailure(error);
      })
      .finally(() => {
        isReading = false;
      });
  };
  const unsubscribe = deps.live.subscribe(id, {
    wake(isGap) {
      asksDatabase ||= isGap;
      wake();
    },
    type: () => {},
  });
  wake();
  return () => {
    isEnded = true;
    unsubscribe();
  };
}
