import { demandEither, type Member } from '../identity/identity.policy.ts';

/** Whoever may change an agent may change what it knows; every member may read it. Clients have a page for it. */
export const demandKnowledgeWrite = (member: Pick<Member, 'permissions' | 'client'>) =>
  demandEither(member, { member: 'agents.write', client: '/kb' });
