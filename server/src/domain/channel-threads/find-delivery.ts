import type { Delivery } from '@antiphon/contract/channels';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listLastDelivery } from './channel-sends.queries.ts';

const WORST_FIRST = ['failed', 'dropped', 'unsure', 'queued', 'sending', 'sent', 'delivered', 'read'] as const;

/** What became of what an operator said last: of its parts the one that fared worst. Null where none said anything. */
export async function findDelivery(tx: Tx, scope: Scope, id: ConversationId): Promise<Delivery | null> {
  const parts = await listLastDelivery(tx, scope, id);
  return parts.toSorted((one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state))[0] ?? null;
}
