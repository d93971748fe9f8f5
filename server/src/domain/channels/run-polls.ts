import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { renewed } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { breakConnection } from './change-channel.ts';
import { openChannel } from './channel-secrets.ts';
import { insertEvent } from './channel-threads.queries.ts';
import type { Channels } from './channels.ports.ts';
import { findConnection, moveOffset, renewPoll } from './channels.queries.ts';
import { isOpen } from './channels.rules.ts';
import { claimPolled, clearPolled, type PolledConnection } from './channels.system.queries.ts';

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
    clearLeases: (tx) => clearPolled(tx, systemScope),
    claim: (tx, claim) => claimPolled(tx, systemScope, claim),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => renewPoll(tx, scope, row, renewed(LEASE_MS)));
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
    const connection = await database.transaction(scope, (tx) => findConnection(tx, scope, row.id));
    if (!connection || connection.pollOffset === null || !isOpen(connection.state)) return;
    const channel = deps.channels[connection.provider];
    try {
      const secrets = openChannel(deps.secretKey, scope, connection);
      const { events, offset } = await channel.pull(secrets, connection.pollOffset, signal);
      const isOurs = await database.transaction(scope, async (tx) => {
        if (!(await moveOffset(tx, scope, { id: row.id, lease: row.lease, offset }))) return false;
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
