import { createHash } from 'node:crypto';
import type { ChannelConnection, ChannelState } from '@antiphon/contract/channels';
import type { MessageId } from '@antiphon/contract/ids';
import type { ConnectionRow } from './channels.queries.ts';

/** Somebody is answered there, and what is written is sent. */
export const isOpen = (state: ChannelState): boolean => state === 'waiting' || state === 'connected';

export const toConnection = (row: ConnectionRow, waiting: number): ChannelConnection => ({
  id: row.id,
  provider: row.provider,
  agentId: row.agentId,
  name: row.name,
  handle: row.handle,
  state: row.state,
  problem: row.problem,
  lastInAt: row.lastInAt?.toISOString() ?? null,
  lastOutAt: row.lastOutAt?.toISOString() ?? null,
  waiting,
  createdAt: row.createdAt.toISOString(),
});

/** Where its provider calls us for it. */
export const hookUrlOf = (
  hookBase: string | null,
  { provider, hookKey }: Pick<ConnectionRow, 'provider' | 'hookKey'>,
): string => `${hookBase}/${provider}/${hookKey}`;

/** A message has the same id however often its event is taken. */
export function messageIdOf(threadId: string, eventKey: string): MessageId {
  const hex = createHash('sha256').update(`${threadId}\n${eventKey}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}` as MessageId;
}

/** How a person's messages are taken together: after a quiet moment, and at the latest so long after the first. */
export const DEBOUNCE = { quietMs: 1_500, longestMs: 6_000 };

/** An answer that could not be sent for so long is none any more. */
export const ANSWER_EXPIRES_MS = 3_600_000;

/** A conversation goes on for so long after its last message; a later one begins anew. */
export const CONVERSATION_HOURS = 24;

/** What one person may write in a minute; more is not read. */
export const LINES_A_MINUTE = 20;

/** After this many failures an event is left out, and the thread goes on. */
export const FAILURES_MAX = 5;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;

/** How long a part waits after its `tries`th attempt found nobody. */
export const waitAfter = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 4 ** Math.max(0, tries - 1), LONGEST_WAIT_MS);

/** A request that may have arrived is looked at again after this. */
export const UNSURE_WAIT_MS = 30_000;
