import { fail } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import type { PeopleHours } from '@antiphon/contract/visitors';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { findConversationAgent } from '../conversations/get-conversation.ts';
import { getPeopleHours } from '../schedules/people-hours.ts';

/** Of the people of the agent that a conversation is with. Fails with `forbidden` where the agent, or an org, offers nobody. */
export function findHours(deps: { database: Database }, scope: Scope, id: ConversationId): Promise<PeopleHours> {
  return deps.database.transaction(scope, async (tx) => {
    const { agentId, ...of } = await findConversationAgent(tx, scope, id);
    const { handoff } = await getAnsweringSettings(tx, scope, agentId, copyFor(of));
    if (!handoff.isEnabled) fail('forbidden');
    return getPeopleHours(tx, scope, agentId, handoff, new Date());
  });
}
