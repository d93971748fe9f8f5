import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { breakConnection } from '../channels/change-channel.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { isOpen } from '../channels/channels.rules.ts';
import { type PolledConnection, polled } from '../channels/lease-polled.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { insertEvent } from './channel-inbox.queries.ts';

const AT_ONCE = 100;
const LEASE_MS = 45_000;

type Deps = {
  database: Database;
  channels: Channels;
  secretKey: string;
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

/** Asks providers for what people wrote where they cannot call us: on a machine without a public address. One worker a connection. */
export function startPollRunner(deps: Deps): Promise<LeasedRunner> {
  const { database, systemScope } = deps;
  return startLeasedRunner(deps, {
    noun: 'channel poll',
    atOnce: AT_ONCE,
    pollMs: 3_000,
    isPaced: true,
    leaseMs: LEASE_MS,
    clearLeases: (tx) => polled.clear(tx, systemScope),
    claim: (tx, claim) => polled.claim(tx, systemScope, claim),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => polled.renew(tx, scope, row, LEASE_MS));
    },
    work: (row, signal) => pollOn(deps, row, signal),
    about: ({ id }) => ({ connectionId: id }),
  });
}

/** Until the connection is no longer open, the provider fails, or `signal` ends it. What came is kept with how far it was read. */
async function pollOn(deps: Deps, row: PolledConnection, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const scope = deps.makeScope(row.workspaceUid);
  while (!signal.aborted) {
    const connection = await database.transaction(scope, (tx) => getConnection(tx, scope, row.id));
    if (!connection || connection.pollOffset === null || !isOpen(connection.state)) return;
    const channel = deps.channels[connection.provider];
    if (!channel.pull) return;
    try {
      const account = openAccount(deps.secretKey, scope, connection);
      const { events, offset } = await channel.pull(account, connection.pollOffset, signal);
      const isOurs = await database.transaction(scope, async (tx) => {
        if (!(await polled.move(tx, scope, row, offset))) return false;
        for (const event of events) await insertEvent(tx, scope, row.id, event);
        return true;
      });
      if (!isOurs) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof VendorFailure)) throw error;
      if (error.kind === 'unauthorized') return database.transaction(scope, (tx) => breakConnection(tx, scope, row.id));
      // The lease stands until its end: that long nobody asks again.
      deps.log.warn({ err: error, connectionId: row.id }, 'channel: what came could not be asked for');
      return;
    }
  }
}
