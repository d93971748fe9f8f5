import type { CallEndReason } from '@antiphon/contract/call-ends';
import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { holds, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import { lockLimit, noteUse } from '../entitlements/lock-limit.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { capAlive, countLines, lockOpenCall, storeEnd } from './calls.queries.ts';
import { secondsIn } from './calls.rules.ts';
import { settleSlice } from './charge-call.ts';

type Deps = { database: Database; live: LiveConversations };

/**
 * Ends a call once: charges it, gives its line back, and tells whoever looks. With a `lease`, by whoever holds it, up to now; without
 * one, by anybody else, up to the last sign of its connection, and no further than the provider says that it lasted. False where it had ended, or is another's.
 */
export async function endCall(
  { database, live }: Deps,
  scope: Scope,
  {
    id,
    reason,
    lease,
    relaySeconds,
  }: { id: CallId; reason: CallEndReason; lease: Lease | null; relaySeconds?: number },
): Promise<boolean> {
  const told = await database.transaction(scope, async (tx) => {
    // In the order of all who lock these: the lines, the call, its conversation, and credits last.
    await lockLimit(tx, scope, 'maxConcurrentCalls');
    if (relaySeconds !== undefined) await capAlive(tx, scope, id, relaySeconds);
    const found = await lockOpenCall(tx, scope, id);
    if (!found || (lease && !holds(found.call, lease))) return null;
    const { call, ms, nowMs } = found;
    const conversation = await lockForTelling(tx, scope, call.conversationId);
    const isHolder = lease !== null && reason !== 'lost' && call.state !== 'transferring';
    const seconds = call.slice === 0 ? 0 : secondsIn(isHolder ? nowMs : ms);
    const slice = Math.max(1, call.slice);
    const charged = call.isTest ? 0n : await settleSlice(tx, scope, call, slice, seconds);
    // Held ahead, and not needed.
    if (!call.isTest) await settleSlice(tx, scope, call, slice + 1, 0);
    await storeEnd(tx, scope, id, { reason, seconds, charged });
    await noteUse(tx, scope, 'maxConcurrentCalls', await countLines(tx, scope));
    if (!conversation) return null;
    const event = { event: 'call' as const, data: { callId: id, state: 'ended' as const, reason } };
    return { id: call.conversationId, events: await storeEvents(tx, scope, conversation, [event]) };
  });
  if (told) live.tell(told.id, told.events);
  return told !== null;
}
