import type { AgentAbilities } from '@antiphon/contract/agents';
import { can, type Member } from '../identity/identity.policy.ts';

/** What the screens may offer; the use cases ask the same policy again. */
export const agentAbilities = (member: Pick<Member, 'permissions'>): AgentAbilities => ({
  canWrite: can(member, 'agents.write'),
  canPublish: can(member, 'agents.publish'),
  canReply: can(member, 'conversations.reply'),
});
