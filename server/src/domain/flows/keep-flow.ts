import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { dueAt, type FlowState, keepsVersion } from './flow-state.rules.ts';
import { insertFlow, lockDue, setDue, updateState } from './flows.queries.ts';

/** What `finish_reply` stores of where a conversation is. `callEndsAt`: when a call that it waits for is over. */
export function toStored(state: FlowState, callEndsAt: Date | null = null) {
  const due = dueAt(state);
  const at = due === null ? (state.open.kind === 'call' ? callEndsAt : null) : new Date(due);
  return { state, version: keepsVersion(state, state.at) ? state.version : null, dueAt: at?.toISOString() ?? null };
}

/** Of a conversation that begins. */
export const keepOpening = (
  tx: Tx,
  scope: Scope,
  { state, ...ids }: { conversationId: ConversationId; agentId: AgentId; state: FlowState },
): Promise<void> => insertFlow(tx, scope, { ...ids, ...toStored(state) });

/** Something happened that it may wait for: it is looked at within a second, once the caller's transaction has ended. */
export const wakeFlow = (tx: Tx, scope: Scope, conversationId: ConversationId): Promise<void> =>
  setDue(tx, scope, conversationId, new Date());

/** Its state where it is due; whoever looks at the same waits. Null where it is not. */
export const lockDueFlow = (tx: Tx, scope: Scope, id: ConversationId): Promise<unknown> => lockDue(tx, scope, id);

export const rememberDue = (tx: Tx, scope: Scope, id: ConversationId, dueAt: Date | null): Promise<void> =>
  setDue(tx, scope, id, dueAt);

/** Of one that goes on without a word. */
export const keepState = (tx: Tx, scope: Scope, id: ConversationId, state: FlowState): Promise<void> =>
  updateState(tx, scope, id, toStored(state));
