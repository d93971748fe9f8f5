import { demand, type Member } from '../identity/identity.policy.ts';

/** Whoever may change an agent may change what it knows; every member may read it. */
export const demandKnowledgeWrite = (member: Pick<Member, 'permissions'>) => demand(member, 'agents.write');
