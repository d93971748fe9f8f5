import { demand, demandEither, type Either, type Member, may } from '../identity/identity.policy.ts';

const WRITES: Either = { member: 'conversations.reply', client: '/leads' };

export const canWriteLeads = (member: Member) => may(member, WRITES);
export const demandLeadWrite = (member: Member) => demandEither(member, WRITES);

/** With a person go all conversations with them: that is for who runs the agent, not for their clients. */
export const canEraseLeads = (member: Member) => may(member, { member: 'conversations.reply', client: [] });
export const demandLeadErase = (member: Member) => demand(member, 'conversations.reply');
