import type { ClientId, UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listClientNames } from '../clients/list-client-names.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';

/** Who acted on an agent: a member, a client, or with null the workspace's key. */
export type Hand = UserId | ClientId | null;

/** Whoever opened a dashboard in a client's place acts as that client. */
export const handOf = ({ userId, client }: Pick<Member, 'userId' | 'client'>): Hand =>
  userId ?? client?.clientId ?? null;

/** How those who acted on an agent are called on a screen. */
export async function listHands(
  deps: { database: Database; systemScope: SystemScope },
  scope: Scope,
  hands: readonly Hand[],
): Promise<(hand: Hand) => string> {
  const members: ReadonlyMap<string, string> = await listMemberNames(deps, scope);
  const others = hands.filter((hand) => hand !== null && !members.has(hand)) as string[];
  const clients = await listClientNames(deps, scope, [...new Set(others)]);
  return (hand) => (hand === null ? 'API key' : (members.get(hand) ?? clients.get(hand) ?? 'A former member'));
}
