import { fail } from '@antiphon/contract/errors';
import type { Operator } from '@antiphon/contract/handoffs';
import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import { changeHandoff, type HandoffStep, isSame } from '../conversations/change-handoff.ts';
import { faceOf, handoffEvent } from '../conversations/conversations.rules.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { kindSentence } from '../turns/kind-sentences.rules.ts';
import { whyOver } from './handoffs.rules.ts';
import { listOver } from './handoffs.system.queries.ts';

type Deps = { database: Database; live: LiveConversations; signals: Signals };

const toAgent = (reason: 'given_back' | 'inactive' | 'expired', operator: Operator | null): HandoffStep => ({
  set: { handoff: 'bot', handoffSince: null, operator: null, operatorAt: null },
  event: handoffEvent('bot', reason, faceOf(operator)),
});

/** The agent answers again from the next message on. Fails with `not_claimed` where `operator` does not hold it. */
export async function giveBack(deps: Deps, scope: Scope, id: ConversationId, operator: Operator): Promise<void> {
  await changeHandoff(deps, scope, id, async (_tx, conversation) => {
    if (conversation.handoff !== 'held' || !isSame(conversation.operator, operator)) fail('not_claimed');
    return toAgent('given_back', operator);
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** A run ends after this many; the next one is a minute away. */
const PER_RUN = 1_000;

/** Takes back what operators left lying, and ends waits that nobody answered. Run twice it changes nothing twice. */
export async function giveBackIdle(
  deps: Deps & { systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope },
  now: Date,
): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const over = await database.transaction(systemScope, (tx) => listOver(tx, systemScope, now, PER_RUN));
  for (const { id, workspaceUid } of over) {
    const scope = makeScope(workspaceUid);
    const isChanged = await changeHandoff(deps, scope, id, async (tx, conversation) => {
      const reason = whyOver(conversation, now);
      if (reason !== 'expired') return reason && toAgent(reason, conversation.operator);
      const settings = await findAnsweringSettings(tx, scope, conversation.agentId);
      // Who was told of no request is told of no end.
      if (!settings?.handoff.announces) return toAgent(reason, null);
      const lang = conversation.lang || settings.lang;
      return { ...toAgent(reason, null), says: kindSentence('nobodyCame', lang) };
    });
    if (isChanged) deps.signals.tell(workspaceUid, { kind: 'conversation', id });
  }
}
