import type { Tx } from '../../db/database.ts';
import { renewed } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { type Feed, giveBackPoll, moveOffset, renewPoll } from './channels.queries.ts';
import { claimPolled, clearPolled, type PolledConnection } from './channels.system.queries.ts';

export type { PolledConnection };

/** So long a worker holds what it asks for; it renews that at a third of it. */
export const POLL_LEASE_MS = 45_000;

/** Connections whose provider has to be asked, or followed: each by one worker at a time. */
export const polled = {
  clear: (tx: Tx, scope: SystemScope) => clearPolled(tx, scope),
  claim: (tx: Tx, scope: SystemScope, claim: Claim) => claimPolled(tx, scope, claim),
  renew: (tx: Tx, scope: Scope, row: PolledConnection) => renewPoll(tx, scope, row, renewed(POLL_LEASE_MS)),
  giveBack: (tx: Tx, scope: Scope, row: PolledConnection) => giveBackPoll(tx, scope, row),
  /** What came until `offset` is kept. False where another worker has it by now. */
  move: (tx: Tx, scope: Scope, { id, lease }: PolledConnection, offset: number, feed?: Feed) =>
    moveOffset(tx, scope, { id, lease, offset, ...(feed ? { feed } : {}) }),
};
