import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { hookUrlOf } from '../channels/channels.rules.ts';
import { openAccount } from '../channels/open-account.ts';
import type { Connection } from '../channels/use-connection.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { Called, HookCall, Wires } from './channel-simulator.ports.ts';

export type SimulatorDeps = {
  database: Database;
  channels: Channels;
  wires: Wires;
  secretKey: string;
  hookBase: string | null;
  signals: Signals;
  /** As if a provider called the address of a connection: the same door, within the process. The status of its answer. */
  postHook(named: { provider: string; hookKey: string }, call: HookCall): Promise<number>;
};

/** Tells us what its provider would, at the address of the connection. It is signed here; nobody else sees the secret. */
export async function callHook(
  deps: SimulatorDeps,
  scope: Scope,
  connection: Connection,
  make: (called: Called) => HookCall,
): Promise<void> {
  const account = openAccount(deps.secretKey, scope, connection);
  const call = make({ account, url: hookUrlOf(deps.hookBase, connection) });
  const { provider, hookKey } = connection;
  const status = await deps.postHook({ provider, hookKey }, call);
  if (status !== 200) throw new Error(`The address of a simulated channel answered ${status}.`);
}
