import { can, demandEither, type Either, type Member } from '../identity/identity.policy.ts';

const WRITES: Either = { member: 'agents.publish', client: '/campaigns' };

export const demandCampaignWrite = (member: Member) => demandEither(member, WRITES);

/** Clients' campaigns wait for somebody of their agency; whoever opened a client's dashboard is there as that client. */
export const mayApprove = (member: Member): boolean => member.client === null && can(member, 'agents.publish');
