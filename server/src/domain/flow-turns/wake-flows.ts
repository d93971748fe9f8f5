import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { oweWords } from '../conversations/owed-replies.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import { type FlowState, readState } from '../flows/flow-state.rules.ts';
import { lockDueFlow, rememberDue } from '../flows/keep-flow.ts';
import { listDueFlows } from '../flows/list-due-flows.ts';
import { hasEnded } from '../function-calls/call-ends.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

export type WakeDeps = {
  database: Database;
  live: LiveConversations;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

const PER_RUN = 100;

/**
 * Conversations that rested at something that is over owe a reply, which goes on where they are. The reply is owed in the transaction
 * that looks: whoever writes it does so once, whatever process looked and however often.
 */
export async function wakeFlows(deps: WakeDeps, kick: (scope: Scope, id: ConversationId) => void): Promise<void> {
  const due = await deps.database.transaction(deps.systemScope, (tx) => listDueFlows(tx, deps.systemScope, PER_RUN));
  await eachApart(due, async ({ id, workspaceUid }) => {
    const scope = deps.makeScope(workspaceUid);
    const events = await deps.database.transaction(scope, async (tx) => {
      const conversation = await lockForTelling(tx, scope, id);
      const state = conversation && readState(await lockDueFlow(tx, scope, id));
      if (!conversation || !state) return [];
      await rememberDue(tx, scope, id, null);
      // While a person has it nothing goes on; it is looked at again once they leave.
      if (conversation.handoff !== 'bot' || !(await isOver(tx, scope, state, new Date()))) return [];
      return storeEvents(tx, scope, conversation, await oweWords(tx, scope, conversation));
    });
    deps.live.tell(id, events);
    if (events.length > 0) kick(scope, id);
  });
}

async function isOver(tx: Tx, scope: Scope, { open }: FlowState, now: Date): Promise<boolean> {
  if (open.kind === 'person') return true;
  if (open.kind === 'wait') return open.until <= now.getTime();
  return open.kind === 'call' && (open.callId === null || (await hasEnded(tx, scope, open.callId, now)));
}
