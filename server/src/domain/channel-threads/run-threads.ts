import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { renewed } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { isOpen } from '../channels/channels.rules.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { findThread, settleThread, updateLeased } from './channel-threads.queries.ts';
import { type ClaimedThread, claimThreads, clearLeases } from './channel-threads.system.queries.ts';
import { type PlanDeps, planSends } from './plan-sends.ts';
import { type SendDeps, sendParts } from './send-parts.ts';
import { type TakeDeps, takeEvents } from './take-events.ts';

const AT_ONCE = 64;
const PER_WORKSPACE = 16;
const LEASE_MS = 30_000;
const AGAIN_MS = 3_000;

export type ThreadDeps = TakeDeps &
  SendDeps &
  PlanDeps & {
    channels: Channels;
    secretKey: string;
    log: Logger;
    systemScope: SystemScope;
    makeScope: (uid: WorkspaceUid) => Scope;
    leaseMs?: number;
  };

/** One worker at a time takes what a person writes at a provider and sends what they are told, so that both keep their order. */
export function startThreadRunner(deps: ThreadDeps): Promise<LeasedRunner> {
  const { database, systemScope, leaseMs = LEASE_MS } = deps;
  return startLeasedRunner(deps, {
    noun: 'channel thread',
    atOnce: AT_ONCE,
    dueAs: 'channelThread',
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimThreads(tx, systemScope, { ...claim, perWorkspace: PER_WORKSPACE }),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => updateLeased(tx, scope, row, renewed(leaseMs)));
    },
    async work(row, signal) {
      const scope = deps.makeScope(row.workspaceUid);
      const next = await workOn(deps, scope, row, signal);
      await database.transaction(scope, (tx) => settleThread(tx, scope, row, next));
    },
    about: ({ id }) => ({ threadId: id }),
  });
}

/** When the thread is due again; null where it waits for something to happen. */
async function workOn(deps: ThreadDeps, scope: Scope, row: ClaimedThread, signal: AbortSignal): Promise<Date | null> {
  const found = await deps.database.transaction(scope, async (tx) => {
    const thread = await findThread(tx, scope, row.id);
    const connection = thread && (await getConnection(tx, scope, thread.connectionId));
    return thread && connection ? { thread, connection } : null;
  });
  // Resuming, or a new token, makes it due again.
  if (!found || !isOpen(found.connection.state)) return null;
  const channel = deps.channels[found.connection.provider];
  const opened = { ...found, channel, account: openAccount(deps.secretKey, scope, found.connection) };
  const isTaken = await takeEvents(deps, scope, opened);
  await planSends(deps, scope, opened);
  const { quietUntil } = found.connection;
  const next =
    quietUntil && quietUntil > new Date()
      ? quietUntil
      : await sendParts(deps, scope, { opened, lease: row.lease }, signal);
  return isTaken ? next : earlier(next, new Date(Date.now() + AGAIN_MS));
}

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
