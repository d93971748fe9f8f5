import type { ClientActor, ClientProfileChange } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { ClientId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { lockClientRow, updateClientRow } from './clients.queries.ts';

/**
 * What a client changes of themselves by their session alone: never what they may open, nor whose they are, nor how they sign
 * in. The status alone is not written down.
 */
export async function updateOwnProfile(
  deps: { database: Database },
  { scope, actor }: { scope: Scope; actor: ClientActor },
  fields: ClientProfileChange,
): Promise<void> {
  // Whoever opened the dashboard in their place has the agency's own screen for it.
  if (actor.openedBy !== null) fail('forbidden');
  const id = actor.clientId;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await lockClientRow(tx, scope, id))) fail('not_found');
    await updateClientRow(tx, scope, id, { ...fields, isNewPassword: false });
    const changed = Object.keys(fields);
    if (changed.every((field) => field === 'status')) return;
    const act = { actor: actorOf({ userId: null, client: actor }), action: 'client.update_own', target: id };
    await recordAudit(tx, scope, { ...act, details: { changed } });
  });
}

/** The client chose it: every session ends that does not know it, and so does every way in that was under way. */
export const storeOwnPassword = (tx: Tx, scope: Scope, id: ClientId, passwordHash: string): Promise<void> =>
  updateClientRow(tx, scope, id, { passwordHash, hasChangedPassword: true, isNewPassword: true });
