import { type Member, may } from '../identity/identity.policy.ts';

/** A voice says more than its words: who may answer hears it, and a client who was given calls. */
export const mayHear = (member: Pick<Member, 'permissions' | 'client'>): boolean =>
  may(member, { member: 'conversations.reply', client: '/voice' });
