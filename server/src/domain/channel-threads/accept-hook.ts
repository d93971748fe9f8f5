import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Channels, RawHook } from '../channels/channels.ports.ts';
import { hookUrlOf } from '../channels/channels.rules.ts';
import type { Hooked } from '../channels/find-hooked.ts';
import { openAccount } from '../channels/open-account.ts';
import { listOfAccount } from '../channels/use-connection.ts';
import { insertEvent } from './channel-inbox.queries.ts';

export type HookDeps = {
  database: Database;
  channels: Channels;
  secretKey: string;
  hookBase: string | null;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

/** Keeps what a provider tells, each event once. False where its signature is not right; then nothing of it was parsed. `search`: of the address, with its `?`. */
export async function acceptHook(
  deps: HookDeps,
  { scope, connection }: Hooked,
  { search, ...call }: Omit<RawHook, 'url'> & { search: string },
): Promise<boolean> {
  const channel = deps.channels[connection.provider];
  const account = openAccount(deps.secretKey, scope, connection);
  const hook = { ...call, url: hookUrlOf(deps.hookBase, connection) + search };
  if (!channel.verify(hook, account)) return false;
  const called = channel.sharesHook
    ? await deps.database.transaction(scope, (tx) => listOfAccount(tx, scope, connection))
    : [connection];
  const events = called.flatMap((one) =>
    channel.parse(hook, openAccount(deps.secretKey, scope, one)).map((event) => ({ id: one.id, event })),
  );
  if (events.length > 0)
    await deps.database.transaction(scope, async (tx) => {
      for (const { id, event } of events) await insertEvent(tx, scope, id, event);
    });
  return true;
}
