import type { ChannelThreadId } from '@antiphon/contract/ids';
import { MessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { InboundEvent } from '../channels/channels.ports.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { listLeft, listTold, setTold } from './channel-sends.queries.ts';
import { rises } from './channel-threads.rules.ts';

type Told = Extract<InboundEvent, { kind: 'status' }>;

/**
 * What became of a part of ours: arrived, read, or refused after it had been taken. It also settles one of which nobody knew whether it had
 * left: the provider tells of none that it does not have.
 */
export async function takeStatus(
  { database, signals }: { database: Database; signals: Signals },
  scope: Scope,
  threadId: ChannelThreadId,
  told: Told,
): Promise<void> {
  const { id, state, problem, until } = told;
  const conversations = await database.transaction(scope, async (tx) => {
    const sends =
      until === undefined
        ? await listTold(tx, scope, threadId, { providerId: id, ref: readRef(told.ref) })
        : await listLeft(tx, scope, threadId, new Date(until));
    const risen = sends.filter((send) => rises(send.state, state));
    await setTold(tx, scope, risen, {
      state,
      problem: state === 'failed' ? (problem ?? 'refused') : null,
      ...(until === undefined ? { providerId: id } : {}),
      payload: null,
      nextAt: null,
    });
    return new Set(risen.map(({ conversationId }) => conversationId));
  });
  for (const conversation of conversations)
    signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversation });
}

/** As `refOf` wrote it; null for anything else. */
function readRef(ref: string) {
  const [, id, part] = /^(.+):(\d{1,4})$/.exec(ref) ?? [];
  const { data: messageId } = MessageId.safeParse(id);
  return messageId && part ? { messageId, part: Number(part) } : null;
}
