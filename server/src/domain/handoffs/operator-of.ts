import { ADMIN_CLIENT_ID, type ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { Operator } from '@antiphon/contract/handoffs';
import type { Scope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { getClient } from '../clients/list-clients.ts';
import { getProfile, type PeopleDeps } from '../identity/get-profile.ts';
import type { Member } from '../identity/identity.policy.ts';
import { demandAnswering } from '../operators/operators.policy.ts';

/**
 * The person who acts, as visitors and colleagues see them. A workspace's key is nobody who could talk to a visitor. Whoever
 * opened a client's dashboard speaks in the client's name; the audit log of the opening says who it was.
 */
export async function operatorOf(deps: PeopleDeps, member: Member): Promise<Operator> {
  demandAnswering(member);
  if (member.client) return clientOperator(deps, member, member.client);
  if (member.userId === null)
    fail('forbidden', { message: 'A key cannot take over conversations: sign in as a person.' });
  const { displayName, email, photoURL } = await getProfile(deps, member.userId);
  return { kind: 'member', id: member.userId, name: displayName || email, photo: photoURL };
}

async function clientOperator(deps: PeopleDeps, { scope }: Member, { clientId }: ClientActor): Promise<Operator> {
  if (clientId === ADMIN_CLIENT_ID)
    return { kind: 'client', id: clientId, name: await agencyName(deps, scope), photo: '' };
  const { name, email, squarePhotoURL } = await getClient(deps, scope, clientId);
  return { kind: 'client', id: clientId, name: name || email, photo: squarePhotoURL };
}

const agencyName = (deps: PeopleDeps, scope: Scope) =>
  deps.database.transaction(scope, async (tx) => (await findAgencyFace({ publicUrl: null }, tx, scope))?.name ?? '');

/** Whether it is this very person who holds a conversation. */
export const isOperator = (operator: Operator | null, { userId, client }: Pick<Member, 'userId' | 'client'>) =>
  client
    ? operator?.kind === 'client' && operator.id === client.clientId
    : operator?.kind === 'member' && operator.id === userId;
