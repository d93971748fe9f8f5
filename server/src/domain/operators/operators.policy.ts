import type { OrgId } from '@antiphon/contract/ids';
import { demandEither, type Either, type Member, may } from '../identity/identity.policy.ts';

const ANSWERING: Either = { member: 'conversations.reply', client: '/convos' };

/** Answering visitors: members with the permission, and clients with the page. */
export const demandAnswering = (member: Pick<Member, 'permissions' | 'client'>) => demandEither(member, ANSWERING);

export const mayAnswer = (member: Pick<Member, 'permissions' | 'client'>) => may(member, ANSWERING);

/** Whose canned responses and tags somebody works with: their org's, or with an empty id the workspace's. */
export const orgOf = ({ client }: Pick<Member, 'client'>): OrgId | '' => client?.orgId ?? '';
