import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAnsweringSettings, getAgentSettings } from '../agents/get-agent.ts';
import { findPublishedSettings } from '../agents/published-agent.ts';
import { findConversationAgent, wasPersonLast } from '../conversations/get-conversation.ts';
import { oweWords } from '../conversations/owed-replies.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import { type FlowState, keptVersion, moveState, readState } from '../flows/flow-state.rules.ts';
import { keepState, lockDueFlow, rememberDue } from '../flows/keep-flow.ts';
import { listDueFlows } from '../flows/list-due-flows.ts';
import { stepFlow } from '../flows/step-flow.rules.ts';
import { findOutcome } from '../function-calls/call-ends.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { Happening } from './flow-turns.ports.ts';

export type WakeDeps = {
  database: Database;
  live: LiveConversations;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

const PER_RUN = 100;
type Due = { id: ConversationId; agentId: AgentId; state: unknown };

/**
 * Conversations that rested at something that is over owe a reply, which goes on where they are. The reply is owed in the transaction
 * that looks: whoever writes it does so once, whatever process looked and however often. Where the flow goes on without a word, no
 * reply is owed: the step is taken here.
 */
export async function wakeFlows(deps: WakeDeps, kick: (scope: Scope, id: ConversationId) => void): Promise<void> {
  const due = await deps.database.transaction(deps.systemScope, (tx) => listDueFlows(tx, deps.systemScope, PER_RUN));
  await eachApart(due, async ({ workspaceUid, ...one }) => {
    const scope = deps.makeScope(workspaceUid);
    const settings = await findSettings(deps, scope, one);
    const events = await deps.database.transaction(scope, (tx) => wake(tx, scope, one, settings));
    deps.live.tell(one.id, events);
    if (events.length > 0) kick(scope, one.id);
  });
}

/** What the next reply would be written by; null where the agent is offline or has no flow any more. */
async function findSettings(deps: WakeDeps, scope: Scope, { id, agentId, state }: Due): Promise<AgentSettings | null> {
  const version = keptVersion(state, Date.now());
  const kept = version === null ? null : await findPublishedSettings(deps, scope, agentId, version);
  if (kept) return kept;
  return deps.database.transaction(scope, async (tx) => {
    const { environment } = await findConversationAgent(tx, scope, id);
    return findAnsweringSettings(tx, scope, agentId, environment);
  });
}

async function wake(tx: Tx, scope: Scope, { id, agentId }: Due, settings: AgentSettings | null) {
  const conversation = await lockForTelling(tx, scope, id);
  const state = conversation && readState(await lockDueFlow(tx, scope, id));
  if (!conversation || !state) return [];
  await rememberDue(tx, scope, id, null);
  // While a person has it nothing goes on; it is looked at again once they leave.
  if (conversation.handoff !== 'bot') return [];
  const { flow } = (conversation.isTest ? await getAgentSettings(tx, scope, agentId) : settings) ?? { flow: null };
  const event = flow && (await whatHappened(tx, scope, id, state));
  if (!flow || !event) return [];
  const when = { at: Date.now(), lang: conversation.lang };
  const stepped = stepFlow(flow, moveState(flow, state, state.version), { ...event, ...when });
  const isSilent = stepped.effects.every(({ kind }) => kind === 'timer');
  if (!isSilent) return storeEvents(tx, scope, conversation, await oweWords(tx, scope, conversation));
  await keepState(tx, scope, id, stepped.state);
  return [];
}

async function whatHappened(tx: Tx, scope: Scope, id: ConversationId, { open }: FlowState): Promise<Happening | null> {
  if (open.kind === 'person') return { kind: 'handoffReturned', hadPerson: await wasPersonLast(tx, scope, id) };
  if (open.kind === 'wait') return open.until <= Date.now() ? { kind: 'timer' } : null;
  const outcome = open.kind === 'call' ? await findOutcome(tx, scope, open.callId) : null;
  return outcome && { kind: 'callEnded', ...outcome };
}
