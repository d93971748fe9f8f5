import type { AgentId } from '@antiphon/contract/ids';
import type { NotificationKind } from '@antiphon/contract/notifications';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listAgentClients } from '../clients/list-agent-clients.ts';
import { kindsOf } from './notifications.rules.ts';

/** Clients of an agent who have a page for what happened. */
export async function listTold(tx: Tx, scope: Scope, agentId: AgentId, kind: NotificationKind) {
  const clients = await listAgentClients(tx, scope, agentId);
  return clients.filter(({ pages }) => kindsOf(pages).includes(kind));
}
