import type { Tx } from '../../db/database.ts';
import { renewed } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { moveOffset, renewPoll } from './channels.queries.ts';
import { claimPolled, clearPolled, type PolledConnection } from './channels.system.queries.ts';

export type { PolledConnection };

/** Connections whose provider has to be asked: each by one worker at a time. */
export const polled = {
  clear: (tx: Tx, scope: SystemScope) => clearPolled(tx, scope),
  claim: (tx: Tx, scope: SystemScope, claim: Claim) => claimPolled(tx, scope, claim),
  renew: (tx: Tx, scope: Scope, row: PolledConnection, leaseMs: number) => renewPoll(tx, scope, row, renewed(leaseMs)),
  /** What came until `offset` is kept. False where another worker has it by now. */
  move: (tx: Tx, scope: Scope, { id, lease }: PolledConnection, offset: number) =>
    moveOffset(tx, scope, { id, lease, offset }),
};
