import type { WorkspaceUid } from '@antiphon/contract/ids';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { breakConnection } from '../channels/change-channel.ts';
import { isHeard } from '../channels/channels.rules.ts';
import { POLL_LEASE_MS, type PolledConnection, polled } from '../channels/lease-polled.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { insertEvent } from './channel-inbox.queries.ts';
import { type FollowDeps, followFeed } from './follow-feed.ts';

const AT_ONCE = 1_000;
/** Begun at a time: a thousand that begin together are as many connections in one moment. */
const BEGUN_AT_ONCE = 50;

type Deps = FollowDeps & {
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

/**
 * Asks providers for what people wrote where they cannot call us (on a machine without a public address), or follows what they tell on a
 * connection that stays open. One worker a connection.
 */
export function startPollRunner(deps: Deps): Promise<LeasedRunner> {
  const { database, systemScope } = deps;
  return startLeasedRunner(deps, {
    noun: 'channel poll',
    atOnce: AT_ONCE,
    dueAs: 'polledConnection',
    pollMs: 3_000,
    isPaced: true,
    leaseMs: POLL_LEASE_MS,
    clearLeases: (tx) => polled.clear(tx, systemScope),
    claim: (tx, claim) => polled.claim(tx, systemScope, { ...claim, limit: Math.min(claim.limit, BEGUN_AT_ONCE) }),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => polled.renew(tx, scope, row));
    },
    async work(row, signal) {
      const scope = deps.makeScope(row.workspaceUid);
      // Else the lease stands until its end: that long nobody asks again.
      if ((await workOn(deps, scope, row, signal)) !== 'failed')
        await database.transaction(scope, (tx) => polled.giveBack(tx, scope, row));
    },
    about: ({ id }) => ({ connectionId: id }),
  });
}

async function workOn(
  deps: Deps,
  scope: Scope,
  row: PolledConnection,
  signal: AbortSignal,
): Promise<'failed' | 'over'> {
  const connection = await deps.database.transaction(scope, (tx) => getConnection(tx, scope, row.id));
  if (!connection?.feed) return pollOn(deps, scope, row, signal);
  await followFeed(deps, scope, row, signal);
  return 'over';
}

/** Until the connection is closed, the provider fails, or `signal` ends it. What came is kept with how far it was read. */
async function pollOn(
  deps: Deps,
  scope: Scope,
  row: PolledConnection,
  signal: AbortSignal,
): Promise<'failed' | 'over'> {
  const { database } = deps;
  while (!signal.aborted) {
    const connection = await database.transaction(scope, (tx) => getConnection(tx, scope, row.id));
    if (!connection || connection.pollOffset === null || !isHeard(connection.state)) return 'over';
    const channel = deps.channels[connection.provider];
    if (!channel.pull) return 'failed';
    try {
      const account = openAccount(deps.secretKey, scope, connection);
      const { events, offset } = await channel.pull(account, connection.pollOffset, signal);
      const isOurs = await database.transaction(scope, async (tx) => {
        if (!(await polled.move(tx, scope, row, offset))) return false;
        for (const event of events) await insertEvent(tx, scope, row.id, event);
        return true;
      });
      if (!isOurs) return 'over';
    } catch (error) {
      if (signal.aborted) return 'over';
      if (!(error instanceof VendorFailure)) throw error;
      if (error.kind === 'unauthorized') {
        await database.transaction(scope, (tx) => breakConnection(tx, scope, row.id));
        return 'over';
      }
      deps.log.warn({ err: error, connectionId: row.id }, 'channel: what came could not be asked for');
      return 'failed';
    }
  }
  return 'over';
}
