import type { AgentAbilities } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { demandEither, type Either, type Member, may } from '../identity/identity.policy.ts';

type Actor = Pick<Member, 'permissions' | 'client'>;

const WRITING: Either = { member: 'agents.write', client: ['/nodes', '/prompt'] };
const PUBLISHING: Either = { member: 'agents.publish', client: ['/nodes', '/prompt'] };
const TEACHING: Either = { member: 'agents.write', client: '/kb' };
const REPLYING: Either = { member: 'conversations.reply', client: '/convos' };

/** Which agents a client may name at all is decided where the call comes in. */
export const demandWrite = (member: Actor) => demandEither(member, WRITING);
export const demandPublish = (member: Actor) => demandEither(member, PUBLISHING);

export function demandCreate(member: Actor) {
  if (member.client ? !member.client.allowCreateAgents : !may(member, WRITING)) fail('forbidden');
}

/** What the screens may offer; the use cases ask the same policy again. */
export const agentAbilities = (member: Actor): AgentAbilities => ({
  canWrite: may(member, WRITING),
  canPublish: may(member, PUBLISHING),
  canReply: may(member, REPLYING),
  canTeach: may(member, TEACHING),
});
