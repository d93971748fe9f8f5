import { ADMIN_CLIENT_ID, type ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { NotificationKind } from '@antiphon/contract/notifications';
import type { Member } from '../identity/identity.policy.ts';
import { kindsOf } from './notifications.rules.ts';

type Actor = Pick<Member, 'userId' | 'client'>;

/** Who reads, and what there is for them: null is everything of the workspace. */
export type Reader = {
  personId: string;
  of: { agentIds: readonly AgentId[]; kinds: readonly NotificationKind[] } | null;
};

/** Whoever opened a dashboard in a client's place reads what the client reads, under marks of their own. */
export function readerOf({ userId, client }: Actor): Reader {
  if (!client) return { personId: userId ?? 'key', of: null };
  const { agentIds, pages, openedBy, clientId } = client;
  return { personId: openedBy ?? clientId, of: { agentIds, kinds: kindsOf(pages) } };
}

/** What a client chose for themselves is changed by nobody in their place. */
export function demandOwn({ client }: Actor) {
  if (client && client.openedBy !== null) fail('forbidden');
}

/** Null for whoever has no row among the clients. */
export const clientInPerson = ({ client }: Actor): ClientActor | null =>
  client && client.clientId !== ADMIN_CLIENT_ID ? client : null;
