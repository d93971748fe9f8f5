import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { changeHandoff } from '../conversations/change-handoff.ts';
import { handoffEvent } from '../conversations/conversations.rules.ts';
import { emit } from '../events/emit.ts';
import { isAnybodyOnline } from '../operators/operator-presence.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

type Deps = { database: Database; live: LiveConversations };

/**
 * The visitor asks for a person: `waiting` until one claims the conversation; asking again changes nothing. `away` where nobody
 * who sees the agent is online: a message can be left instead. Fails with `forbidden` where the agent, or an org, offers nobody.
 */
export async function requestPerson(
  deps: Deps,
  scope: Scope,
  { id, agentId: asked }: { id: ConversationId; agentId: AgentId },
): Promise<{ state: 'waiting' | 'held' | 'away' }> {
  const isOnline = await isAnybodyOnline(deps, scope, asked);
  let state: 'waiting' | 'held' | 'away' = 'waiting';
  await changeHandoff(deps, scope, id, async (tx, { agentId, handoff, isTest }) => {
    if (handoff !== 'bot') {
      state = handoff;
      return null;
    }
    const settings = await getAnsweringSettings(tx, scope, agentId, isTest ? 'draft' : 'published');
    if (!settings.handoff.isEnabled) fail('forbidden');
    if (!isOnline || isTest) {
      state = 'away';
      return null;
    }
    await emit(tx, scope, { type: 'person_requested', payload: { agentId, conversationId: id, reason: 'visitor' } });
    return {
      set: { handoff: 'waiting', handoffSince: new Date() },
      event: handoffEvent('waiting', 'visitor', null),
    };
  });
  return { state };
}
