import { fail } from '@antiphon/contract/errors';
import type { Operator } from '@antiphon/contract/handoffs';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import { changeHandoff, isSame } from '../conversations/change-handoff.ts';
import { faceOf, handoffEvent } from '../conversations/conversations.rules.ts';
import type { Member } from '../identity/identity.policy.ts';
import { findInboxRow, openInboxItem } from '../inbox/inbox-items.ts';
import { readInboxView } from '../operators/inbox-settings.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

type Deps = { database: Database; live: LiveConversations; signals: Signals };

const closedSentence = (by: Operator | null) =>
  `${by ? `${by.name} closed this conversation.` : 'This conversation was closed.'} Reopen it to take it over.`;

/**
 * One operator wins, by the conversation's lock; from then on the agent is silent. Claiming what one holds changes nothing.
 * Fails with `already_claimed`, which names the winner, with `conflict` where it was closed meanwhile (it is reopened first), or `not_found`, also for a test, or with
 * `forbidden` for a client whose org lets nobody take over.
 */
export async function claimConversation(
  deps: Deps,
  member: Member,
  id: ConversationId,
  operator: Operator,
  now: Date,
): Promise<void> {
  const { scope } = member;
  const isNew = await changeHandoff(deps, scope, id, async (tx, conversation) => {
    if (conversation.isTest) fail('not_found');
    if (!(await readInboxView(tx, member)).mayTakeOver) fail('forbidden');
    if (conversation.handoff === 'held') {
      if (isSame(conversation.operator, operator)) return null;
      fail('already_claimed', { message: `${conversation.operator?.name} has taken over this conversation.` });
    }
    const item = await findInboxRow(tx, scope, id);
    if (item?.inboxState === 'closed') fail('conflict', { message: closedSentence(item.closedBy) });
    const settings = await findAnsweringSettings(tx, scope, conversation.agentId, conversation.environment);
    await openInboxItem(tx, scope, { id, agentId: conversation.agentId, isMissed: false, operator, now });
    return {
      set: {
        handoff: 'held',
        handoffSince: now,
        operator,
        operatorAt: now,
        ...(settings ? { giveBackMinutes: settings.handoff.giveBackMinutes } : {}),
      },
      event: handoffEvent('held', 'claimed', faceOf(operator)),
      silencesAgent: true,
    };
  });
  if (isNew) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}
