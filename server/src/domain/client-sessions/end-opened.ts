import type { UserId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { endOpenings } from '../clients/open-as-client.ts';
import { removeOpenedSessions } from './client-sessions.queries.ts';

/** Dashboards that a member opened in clients' places, and codes that would open one, in the transaction in which the member goes. */
export async function endOpened(tx: Tx, scope: Scope, userId: UserId): Promise<void> {
  await endOpenings(tx, scope, userId);
  await removeOpenedSessions(tx, scope, userId);
}
