import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { holds, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { capAlive, lockOpenCall, moveOn, noteTransfer, storeTransferring } from './calls.queries.ts';
import { secondsIn } from './calls.rules.ts';
import { settleSlice } from './charge-call.ts';

type Deps = { database: Database; live: LiveConversations };

/** Somebody is rung up for so long, and so long after it we are told of it at the latest. */
export const RING_SECONDS = 25;
const TOLD_MS = 20_000;

/**
 * The agent has nothing more to say: its caller is put through. Charged up to now by whoever holds it, and by anybody else up to the last
 * sign of its connection; what follows is free, and its line stays taken, for the agent goes on where nobody answers. Once.
 */
export async function partCall(
  { database, live }: Deps,
  scope: Scope,
  { id, lease, relaySeconds }: { id: CallId; lease: Lease | null; relaySeconds?: number },
): Promise<void> {
  const told = await database.transaction(scope, async (tx) => {
    if (relaySeconds !== undefined) await capAlive(tx, scope, id, relaySeconds);
    // In the order of all who lock these: the call, its conversation, and credits last.
    const found = await lockOpenCall(tx, scope, id);
    if (!found || found.call.state === 'transferring' || (lease && !holds(found.call, lease))) return null;
    const { call, ms, nowMs } = found;
    const conversation = await lockForTelling(tx, scope, call.conversationId);
    const seconds = secondsIn(lease ? nowMs : ms);
    const charged = call.isTest ? 0n : await settleSlice(tx, scope, call, call.slice, seconds);
    if (!call.isTest) await settleSlice(tx, scope, call, call.slice + 1, 0);
    await moveOn(tx, scope, id, { seconds, charged, isCut: true });
    await storeTransferring(tx, scope, id, RING_SECONDS * 1_000 + TOLD_MS);
    if (!conversation) return null;
    const event = { event: 'call' as const, data: { callId: id, state: 'transferring' as const, reason: null } };
    return { id: call.conversationId, events: await storeEvents(tx, scope, conversation, [event]) };
  });
  if (told) live.tell(told.id, told.events);
}

/** `to` is rung up for a caller whose agent has parted. False where the call has ended meanwhile. */
export const ringFor = (
  { database }: Pick<Deps, 'database'>,
  scope: Scope,
  { id, to }: { id: CallId; to: string },
): Promise<boolean> => database.transaction(scope, (tx) => noteTransfer(tx, scope, id, to));
