import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { changeHandoff } from '../conversations/change-handoff.ts';
import { handoffEvent } from '../conversations/conversations.rules.ts';
import { emit } from '../events/emit.ts';
import { openInboxItem } from '../inbox/inbox-items.ts';
import { isAnybodyOnline } from '../operators/operator-presence.ts';
import { findOpening } from '../schedules/people-hours.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

type Deps = { database: Database; live: LiveConversations };

/**
 * The visitor asks for a person: `waiting` until one claims the conversation; asking again changes nothing. `away` where nobody
 * who sees the agent is online, or it is outside of their hours: a message can be left instead, and the request stands in the inbox
 * as missed. Outside of the hours nobody is called for it. Fails with `forbidden` where the agent, or an org, offers nobody.
 */
export async function requestPerson(
  deps: Deps,
  scope: Scope,
  { id, agentId: asked }: { id: ConversationId; agentId: AgentId },
): Promise<{ state: 'waiting' | 'held' | 'away' }> {
  const isOnline = await isAnybodyOnline(deps, scope, asked);
  let state: 'waiting' | 'held' | 'away' = 'waiting';
  await changeHandoff(deps, scope, id, async (tx, { agentId, handoff, isTest, environment }) => {
    if (handoff !== 'bot') {
      state = handoff;
      return null;
    }
    const settings = await getAnsweringSettings(tx, scope, agentId, copyFor({ isTest, environment }));
    if (!settings.handoff.isEnabled) fail('forbidden');
    if (isTest) {
      state = 'away';
      return null;
    }
    const now = new Date();
    const { isOpen } = await findOpening(tx, scope, settings.handoff, now);
    const isThere = isOpen && isOnline;
    const isNew = await openInboxItem(tx, scope, { id, agentId, isMissed: !isThere, operator: null, now });
    // Whoever asks again while nobody is there asks once.
    if (isNew || isThere) {
      const payload = {
        agentId,
        conversationId: id,
        reason: 'visitor' as const,
        ...(isOpen ? {} : { isClosed: true }),
      };
      await emit(tx, scope, { type: 'person_requested', payload });
    }
    if (!isThere) {
      state = 'away';
      return null;
    }
    return {
      set: { handoff: 'waiting', handoffSince: now },
      event: handoffEvent('waiting', 'visitor', null),
    };
  });
  return { state };
}
