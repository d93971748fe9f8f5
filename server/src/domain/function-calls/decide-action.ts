import type { ActionStatus } from '@antiphon/contract/actions';
import type { BoundFunction } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { ConversationEvent } from '@antiphon/contract/events';
import type { ConversationId, FunctionCallId, MessageId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import { findAnsweringSettings, getAnsweringSettings } from '../agents/get-agent.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import { type LockedConversation, lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import { wakeFlow } from '../flows/keep-flow.ts';
import { findRevisions, type KnownFunction } from '../functions/find-revisions.ts';
import type { LiveConversations, StoredEvent } from '../streams/live-conversations.ts';
import { waitingOf } from './call-words.rules.ts';
import { type CallRow, changeCall, findCall, findLastRound } from './function-calls.queries.ts';
import { isOpen, statusOf } from './function-calls.rules.ts';
import { insertRound, propose, SlotsFull } from './place-call.ts';

type Deps = { database: Database; live: LiveConversations; functionCalls: Pick<LeasedRunner, 'wake'> };
/** `decidedBy`: the reply to the message that says so; left out where it is said by the button. */
export type Decision = { decision: 'confirm' | 'decline'; again: boolean; decidedBy?: MessageId };
export type Decided = { callId: FunctionCallId; status: ActionStatus; sentence: string };
type Step = { decided: Decided; events: StoredEvent[] };

/**
 * What a visitor says to what is proposed. Confirming sends what was stored with the proposal, and nothing that came since; it is sent
 * after this returns, once, however often it is confirmed. Fails with `not_found`, with `action_over` where it cannot be confirmed any
 * more, with `conflict` where the very same was done and `again` is not said, and with `action_limit_reached`.
 */
export async function decideAction(
  deps: Deps,
  scope: Scope,
  {
    conversationId,
    callId,
    decidedBy,
    ...decision
  }: Decision & { conversationId: ConversationId; callId: FunctionCallId },
): Promise<Decided> {
  const { known, functions } = await look(deps, scope, callId);
  const { decided, events } = await full(() =>
    deps.database.transaction(scope, async (tx): Promise<Step> => {
      const conversation = await lockForTelling(tx, scope, conversationId);
      const call = conversation && (await findCall(tx, scope, callId));
      const status = call && statusOf(call, new Date());
      if (!call || call.conversationId !== conversationId || call.kind !== 'effect' || !status) fail('not_found');
      if (decision.decision === 'decline') return decline(tx, scope, conversation, call, { status, decidedBy });
      const isAgain = status === 'done' && decision.again;
      if (status === 'expired' || status === 'declined') fail('action_over');
      if (status !== 'proposed' && !isAgain) return { decided: { callId, status, sentence: '' }, events: [] };
      if (call.earlierAt && !decision.again) fail('conflict');
      const bound = functions.find(({ functionId }) => functionId === call.functionId);
      // The owner took it away meanwhile.
      if (!bound || !known) fail('action_over');
      return confirm(tx, scope, conversation, call, { known, bound, isAgain, decidedBy });
    }),
  );
  deps.live.tell(conversationId, events);
  deps.functionCalls.wake();
  return decided;
}

/** What may be called now, and what the call says, before anything is locked. */
async function look(deps: Deps, scope: Scope, callId: FunctionCallId) {
  const found = await deps.database.transaction(scope, async (tx) => {
    const call = await findCall(tx, scope, callId);
    if (!call) return null;
    const { agentId, isTest, environment } = await findConversationAgent(tx, scope, call.conversationId);
    const settings = isTest
      ? await getAnsweringSettings(tx, scope, agentId, 'draft')
      : await findAnsweringSettings(tx, scope, agentId, environment);
    return { call, functions: settings?.functions ?? [] };
  });
  const [known] = found ? await findRevisions(deps, scope, [found.call]) : [];
  return { known: known ?? null, functions: found?.functions ?? [] };
}

async function full(work: () => Promise<Step>): Promise<Step> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SlotsFull) fail('action_limit_reached');
    throw error;
  }
}

async function decline(
  tx: Tx,
  scope: Scope,
  conversation: LockedConversation,
  { id: callId }: CallRow,
  { status, decidedBy }: { status: ActionStatus; decidedBy: MessageId | undefined },
): Promise<Step> {
  if (status !== 'proposed') return { decided: { callId, status, sentence: '' }, events: [] };
  await changeCall(tx, scope, { id: callId, from: 'proposed' }, { status: 'declined', decidedBy: decidedBy ?? null });
  await wakeFlow(tx, scope, conversation.id);
  const at = new Date().toISOString();
  const data = { callId, status: 'declined', receipt: '', messageId: null, at } as const;
  const events = await storeEvents(tx, scope, conversation, [{ event: 'action_settled', data }]);
  return { decided: { callId, status: 'declined', sentence: '' }, events };
}

type Confirming = {
  known: KnownFunction<Pick<CallRow, 'functionId' | 'revision'>>;
  bound: BoundFunction;
  isAgain: boolean;
  decidedBy: MessageId | undefined;
};

async function confirm(
  tx: Tx,
  scope: Scope,
  conversation: LockedConversation,
  call: CallRow,
  { known: { definition }, bound, isAgain, decidedBy }: Confirming,
): Promise<Step> {
  const { lang } = conversation;
  const { conversationId, revision, args } = call;
  const last = isAgain ? await findLastRound(tx, scope, call) : call;
  const isMade = isAgain && last?.id === call.id;
  const round = { conversationId, bound: { ...bound, revision }, definition, args, lang, replyId: null, last };
  // Where it was pressed twice, or proposed anew since, that one counts.
  const its = isMade || !last ? await insertRound(tx, scope, conversation, round) : last;
  if (!isOpen(its, new Date())) {
    const status = statusOf(its, new Date()) ?? 'failed';
    return { decided: { callId: its.id, status, sentence: '' }, events: [] };
  }
  await changeCall(tx, scope, { id: its.id, from: 'proposed' }, { status: 'confirmed', decidedBy: decidedBy ?? null });
  const sentence = waitingOf(definition, args, lang);
  const event: ConversationEvent = {
    event: 'action_confirmed',
    data: { callId: its.id, sentence, at: new Date().toISOString() },
  };
  const events = isMade
    ? await propose(tx, scope, conversation, its, [event])
    : await storeEvents(tx, scope, conversation, [event]);
  return { decided: { callId: its.id, status: 'running', sentence }, events };
}
