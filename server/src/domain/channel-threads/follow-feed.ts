import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { breakConnection } from '../channels/change-channel.ts';
import type { Channels, InboundEvent } from '../channels/channels.ports.ts';
import { isHeard } from '../channels/channels.rules.ts';
import { type PolledConnection, polled } from '../channels/lease-polled.ts';
import { openAccount } from '../channels/open-account.ts';
import { type Connection, getConnection, noteProblem } from '../channels/use-connection.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { insertEvent } from './channel-inbox.queries.ts';
import { followAgainAfter } from './channel-threads.rules.ts';

export type FollowDeps = { database: Database; channels: Channels; secretKey: string; log: Logger };

/** A connection that stood so long was a good one. */
const GOOD_MS = 60_000;

/**
 * Follows what a provider tells on connections that it keeps open, one after the other, until the connection here is closed, its token
 * refused, or `signal` ends it. The feed stands in the row with what was kept of it, so that whoever is next goes on there.
 */
export async function followFeed(
  deps: FollowDeps,
  scope: Scope,
  row: PolledConnection,
  signal: AbortSignal,
): Promise<void> {
  const { database } = deps;
  for (let failures = 0; !signal.aborted; ) {
    const connection = await database.transaction(scope, async (tx) =>
      // Whoever took it over ended the connection that was here.
      (await polled.renew(tx, scope, row)) ? getConnection(tx, scope, row.id) : null,
    );
    if (!connection || !isHeard(connection.state)) return;
    const begunAt = performance.now();
    const failure = await followOnce(deps, scope, { row, connection }, signal);
    if (signal.aborted) return;
    if (failure?.kind === 'unauthorized')
      return database.transaction(scope, (tx) => breakConnection(tx, scope, row.id));
    if (failure) {
      deps.log.warn({ err: failure, connectionId: row.id }, 'channel: its provider could not be followed');
      // Until something comes again.
      if (!failure.canRetry || failure.kind === 'rate_limited')
        await database.transaction(scope, (tx) => noteProblem(tx, scope, row.id, failure.message));
    }
    failures = !failure && performance.now() - begunAt > GOOD_MS ? 0 : failures + 1;
    await wait(followAgainAfter(failures, failure), undefined, { signal }).catch(() => {});
  }
}

/** What was the matter with it, where something was. */
async function followOnce(
  { database, channels, secretKey }: FollowDeps,
  scope: Scope,
  { row, connection }: { row: PolledConnection; connection: Connection },
  signal: AbortSignal,
): Promise<VendorFailure | null> {
  const { feed, pollOffset, provider, answersMentions } = connection;
  const { follow } = channels[provider];
  if (!feed || !follow) throw new Error(`${provider} is not followed.`);
  const keep = (events: InboundEvent[], { offset, ...place }: { id: string; url: string; offset: number }) =>
    database.transaction(scope, async (tx) => {
      if (!(await polled.move(tx, scope, row, offset, place))) return false;
      for (const event of events) await insertEvent(tx, scope, row.id, event);
      return true;
    });
  const place = { ...feed, offset: pollOffset ?? 0 };
  try {
    const account = openAccount(secretKey, scope, connection);
    await follow(account, { place, mentions: answersMentions === true, keep, signal });
    return null;
  } catch (error) {
    if (error instanceof VendorFailure) return error;
    throw error;
  }
}
