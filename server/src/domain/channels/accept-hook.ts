import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { openChannel } from './channel-secrets.ts';
import { insertEvent } from './channel-threads.queries.ts';
import type { Channels, RawHook } from './channels.ports.ts';
import { type ConnectionRow, findConnection } from './channels.queries.ts';
import { findByHookKey } from './channels.system.queries.ts';

export type HookDeps = {
  database: Database;
  channels: Channels;
  secretKey: string;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

export type Hooked = { scope: Scope; connection: ConnectionRow };

/** Whose address a provider called. Null where it is nobody's: all that is known before anything of the body is read. */
export async function findHooked(
  { database, systemScope, makeScope }: HookDeps,
  { provider, hookKey }: { provider: string; hookKey: string },
): Promise<Hooked | null> {
  const found = await database.transaction(systemScope, (tx) => findByHookKey(tx, systemScope, hookKey));
  if (!found) return null;
  const scope = makeScope(found.workspaceUid);
  const connection = await database.transaction(scope, (tx) => findConnection(tx, scope, found.id));
  return connection?.provider === provider ? { scope, connection } : null;
}

/** Keeps what a provider tells, each event once. False where its signature is not right; then nothing of it was parsed. */
export async function acceptHook(deps: HookDeps, { scope, connection }: Hooked, hook: RawHook): Promise<boolean> {
  const channel = deps.channels[connection.provider];
  if (!channel.verify(hook, openChannel(deps.secretKey, scope, connection))) return false;
  const events = channel.parse(hook.body);
  if (events.length > 0)
    await deps.database.transaction(scope, async (tx) => {
      for (const event of events) await insertEvent(tx, scope, connection.id, event);
    });
  return true;
}
