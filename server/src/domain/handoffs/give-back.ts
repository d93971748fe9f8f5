import { fail } from '@antiphon/contract/errors';
import type { Operator } from '@antiphon/contract/handoffs';
import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import { changeHandoff, type HandoffConversation, type HandoffStep, isSame } from '../conversations/change-handoff.ts';
import { faceOf, handoffEvent } from '../conversations/conversations.rules.ts';
import { missInboxItem } from '../inbox/inbox-items.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { kindSentence, sayLeft } from '../turns/kind-sentences.rules.ts';
import { whyOver } from './handoffs.rules.ts';
import { listOver } from './handoffs.system.queries.ts';

export type GiveBackDeps = {
  database: Database;
  live: LiveConversations;
  signals: Signals;
  /** Writes what a conversation owes. */
  replies: { kick(scope: Scope, id: ConversationId): void };
};

/** What a visitor whom nobody came to is told; who has left an address is not asked for it. Whose request was closed is offered nothing more. */
const LINES = {
  nobodyCame: { offersPerson: true },
  putOff: { offersPerson: true },
  requestClosed: { offersPerson: false },
};

/** The agent has it again. What the visitor wrote last is its to answer, and they are told who left, where they were told who came. */
export async function toAgent(
  tx: Tx,
  scope: Scope,
  { agentId, environment, operator, lang: spoken, contactEmail }: HandoffConversation,
  reason: 'given_back' | 'inactive' | 'expired',
  unmet: keyof typeof LINES = 'nobodyCame',
): Promise<HandoffStep> {
  const settings = await findAnsweringSettings(tx, scope, agentId, environment);
  const lang = spoken || settings?.lang || '';
  const face = reason === 'expired' ? null : faceOf(operator);
  const line = face
    ? { text: sayLeft(face.name, lang), operator: face }
    : contactEmail !== null && LINES[unmet].offersPerson
      ? { text: kindSentence('willWrite', lang), offersPerson: false }
      : { text: kindSentence(unmet, lang), ...LINES[unmet] };
  return {
    set: { handoff: 'bot', handoffSince: null, operator: null, operatorAt: null },
    event: handoffEvent('bot', reason, face),
    // Who was told of nobody's coming is told of nobody's leaving.
    ...(settings?.handoff.announces ? { says: line } : {}),
    owesAnswer: { text: kindSentence('noCredits', lang), offersContact: settings?.handoff.isEnabled ?? false },
  };
}

/** The agent answers again, first of all what is open. Fails with `not_claimed` where `operator` does not hold it. */
export async function giveBack(
  deps: GiveBackDeps,
  scope: Scope,
  id: ConversationId,
  operator: Operator,
): Promise<void> {
  await changeHandoff(deps, scope, id, async (tx, conversation) => {
    if (conversation.handoff !== 'held' || !isSame(conversation.operator, operator)) fail('not_claimed');
    return toAgent(tx, scope, { ...conversation, operator }, 'given_back');
  });
  deps.replies.kick(scope, id);
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** Whoever waited on the phone waits no more, for a person was called and did not answer: the agent goes on, and the request stays as missed. */
export async function endWait(deps: GiveBackDeps, scope: Scope, id: ConversationId): Promise<void> {
  const isChanged = await changeHandoff(deps, scope, id, async (tx, conversation) => {
    if (conversation.handoff !== 'waiting') return null;
    await missInboxItem(tx, scope, id);
    return toAgent(tx, scope, conversation, 'expired');
  });
  if (!isChanged) return;
  deps.replies.kick(scope, id);
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** A run ends after this many; the next one is a minute away. */
const PER_RUN = 1_000;

/** Takes back what operators left lying, and ends waits that nobody answered. Run twice it changes nothing twice. */
export async function giveBackIdle(
  deps: GiveBackDeps & { systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope },
  now: Date,
): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const over = await database.transaction(systemScope, (tx) => listOver(tx, systemScope, now, PER_RUN));
  for (const { id, workspaceUid } of over) {
    const scope = makeScope(workspaceUid);
    const isChanged = await changeHandoff(deps, scope, id, async (tx, conversation) => {
      const reason = whyOver(conversation, now);
      if (reason === 'expired') await missInboxItem(tx, scope, id);
      return reason && toAgent(tx, scope, conversation, reason);
    });
    if (!isChanged) continue;
    deps.replies.kick(scope, id);
    deps.signals.tell(workspaceUid, { kind: 'conversation', id });
  }
}
