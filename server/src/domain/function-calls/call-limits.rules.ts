import type { BoundFunction } from '@antiphon/contract/agents';
import type { ConversationId } from '@antiphon/contract/ids';

export type Slot = { slot: string; most: number; conversationId: ConversationId | null; endsAt: Date | null };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What one call counts in. Each has its end, or its conversation's. */
export function slotsOf(
  { callsPerConversation, callsPerMinute, callsPerDay }: BoundFunction,
  conversationId: ConversationId,
  now: Date,
): Slot[] {
  const window = (name: string, lengthMs: number, most: number): Slot => {
    const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
    const slot = `${name} ${new Date(start).toISOString().slice(0, lengthMs === DAY_MS ? 10 : 16)}`;
    return { slot, most, conversationId: null, endsAt: new Date(start + lengthMs) };
  };
  return [
    { slot: `conversation ${conversationId}`, most: callsPerConversation, conversationId, endsAt: null },
    window('day', DAY_MS, callsPerDay),
    window('minute', MINUTE_MS, callsPerMinute),
  ];
}
