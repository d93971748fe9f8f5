import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { type ConnectionRow, findConnection } from './channels.queries.ts';
import { findByHookKey } from './channels.system.queries.ts';

export type Hooked = { scope: Scope; connection: ConnectionRow };

/** Whose address a provider called. Null where it is nobody's: all that is known before anything of the body is read. */
export async function findHooked(
  deps: { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope },
  { provider, hookKey }: { provider: string; hookKey: string },
): Promise<Hooked | null> {
  const { database, systemScope } = deps;
  const found = await database.transaction(systemScope, (tx) => findByHookKey(tx, systemScope, hookKey));
  if (!found) return null;
  const scope = deps.makeScope(found.workspaceUid);
  const connection = await database.transaction(scope, (tx) => findConnection(tx, scope, found.id));
  return connection?.provider === provider ? { scope, connection } : null;
}
