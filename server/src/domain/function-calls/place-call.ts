import type { BoundFunction } from '@antiphon/contract/agents';
import type { ConversationEvent } from '@antiphon/contract/events';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { type ConversationId, type MessageId, newFunctionCallId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { type LockedConversation, lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import type { LiveConversations, StoredEvent } from '../streams/live-conversations.ts';
import { type GivenValues, hashOf } from './call-values.rules.ts';
import { proposalOf } from './call-words.rules.ts';
import {
  type CallRow,
  claimCall,
  expireOthers,
  findLastRound,
  insertCall,
  reserveSlots,
} from './function-calls.queries.ts';
import { actionOf, isOpen, slotsOf } from './function-calls.rules.ts';

type Deps = { database: Database; live: LiveConversations };

export type Wanted = {
  conversationId: ConversationId;
  bound: BoundFunction;
  definition: FunctionDefinition;
  /** Checked, without what is `fixed`. */
  args: GivenValues;
  /** The reply that asks for it. */
  replyId: MessageId;
  lang: string;
};

/** `lease`: whoever placed it makes the call now. `known`: it was placed before, or cannot be told apart from one that was. */
export type Placed =
  | { kind: 'placed' | 'known'; call: CallRow; lease: Lease | null }
  | { kind: 'limit' }
  | { kind: 'gone' };

export const LEASE_MS = 15_000;

/**
 * Makes the row of a call, counts it within the agent's limits, and proposes it to the visitor where it is an effect: in one
 * transaction, before anything is sent. What the same reply has placed already is found again; so is an effect that stands open, or
 * under way. `write` is done in the same transaction.
 */
export async function placeCall(
  deps: Deps,
  scope: Scope,
  wanted: Wanted,
  { owner, write = async () => {} }: { owner: string; write?: (tx: Tx) => Promise<void> },
): Promise<Placed> {
  const { placed, events } = await undone(() =>
    deps.database.transaction(scope, async (tx): Promise<{ placed: Placed; events: StoredEvent[] }> => {
      const conversation = await lockForTelling(tx, scope, wanted.conversationId);
      if (!conversation) return { placed: { kind: 'gone' }, events: [] };
      await write(tx);
      const last = await findLastRound(tx, scope, sameOf(wanted));
      if (last && isFoundAgain(last, wanted.replyId)) {
        const lease = last.kind === 'read' ? await claimCall(tx, scope, last.id, { owner, leaseMs: LEASE_MS }) : null;
        return { placed: { kind: 'known', call: last, lease }, events: [] };
      }
      const call = await insertRound(tx, scope, conversation, { ...wanted, last });
      if (call.kind === 'effect')
        return {
          placed: { kind: 'placed', call, lease: null },
          events: await propose(tx, scope, conversation, call, []),
        };
      const lease = await claimCall(tx, scope, call.id, { owner, leaseMs: LEASE_MS });
      return { placed: { kind: 'placed', call, lease }, events: [] };
    }),
  );
  deps.live.tell(wanted.conversationId, events);
  return placed;
}

const sameOf = ({ conversationId, bound, args }: Pick<Wanted, 'conversationId' | 'bound' | 'args'>) => ({
  conversationId,
  functionId: bound.functionId,
  argsHash: hashOf(args),
});

const isFoundAgain = (last: CallRow, replyId: MessageId) =>
  last.replyId === replyId ||
  (last.kind === 'effect' && (isOpen(last, new Date()) || last.status === 'confirmed' || last.status === 'running'));

/** An agent's limit is reached: the transaction that would have made the row is undone. */
export class SlotsFull extends Error {}

async function undone(work: () => Promise<{ placed: Placed; events: StoredEvent[] }>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SlotsFull) return { placed: { kind: 'limit' as const }, events: [] };
    throw error;
  }
}

type Round = Pick<Wanted, 'conversationId' | 'bound' | 'definition' | 'args' | 'lang'> & {
  replyId: MessageId | null;
  last: CallRow | null;
};

/** In the caller's transaction, which holds the conversation's lock. Throws `SlotsFull`. */
export async function insertRound(
  tx: Tx,
  scope: Scope,
  { agentId }: LockedConversation,
  { conversationId, bound, definition, args, lang, replyId, last }: Round,
): Promise<CallRow> {
  const { functionId, revision } = bound;
  const now = new Date();
  const full = await reserveSlots(tx, scope, { agentId, functionId }, slotsOf(bound, conversationId, now));
  if (full.length > 0) throw new SlotsFull();
  const isEffect = definition.kind === 'effect';
  return insertCall(tx, scope, {
    ...{ id: newFunctionCallId(), conversationId, functionId, revision, replyId, args },
    ...{ name: definition.name, kind: definition.kind, argsHash: hashOf(args), round: (last?.round ?? 0) + 1 },
    status: isEffect ? 'proposed' : 'running',
    shown: isEffect ? proposalOf(definition, args, lang) : null,
    earlierAt: isEffect && last ? doneAt(last) : null,
    expiresAt: isEffect ? new Date(now.getTime() + limits.actionMinutes * 60_000) : null,
  });
}

/** What was sent and never answered may have been done. */
const doneAt = ({ status, changedAt, earlierAt }: CallRow) =>
  status === 'done' || status === 'unknown' ? changedAt : earlierAt;

/** Tells of a proposal, and that those of the same function before it are over. */
export async function propose(
  tx: Tx,
  scope: Scope,
  conversation: LockedConversation,
  call: CallRow,
  further: ConversationEvent[],
): Promise<StoredEvent[]> {
  const over = await expireOthers(tx, scope, call);
  const at = new Date().toISOString();
  const ended = over.map(
    ({ id: callId }): ConversationEvent => ({
      event: 'action_settled',
      data: { callId, status: 'expired', receipt: '', messageId: null, at },
    }),
  );
  return storeEvents(tx, scope, conversation, [
    ...ended,
    { event: 'action_proposed', data: actionOf(call) },
    ...further,
  ]);
}
