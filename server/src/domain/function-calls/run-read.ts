import { setTimeout as wait } from 'node:timers/promises';
import { keepLease, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { type CallRow, findCall, renewLease } from './function-calls.queries.ts';
import { type CallDeps, makeCall } from './make-call.ts';
import { LEASE_MS } from './place-call.ts';

const LOOK_EVERY_MS = 250;
/** Longer than all tries of a call may take. */
const LOOKS_MAX = 360;

/**
 * A read whose row is there, to its end: made here under `lease`, or by whoever has it. Null where it is gone, or where this was
 * aborted.
 */
export async function runRead(
  deps: CallDeps,
  scope: Scope,
  { id, status }: Pick<CallRow, 'id' | 'status'>,
  lease: Lease | null,
  signal: AbortSignal,
): Promise<CallRow | null> {
  const look = () => deps.database.transaction(scope, (tx) => findCall(tx, scope, id));
  if (lease && status === 'running') {
    const renew = () => deps.database.transaction(scope, (tx) => renewLease(tx, scope, { id, lease }, LEASE_MS));
    const kept = keepLease(LEASE_MS, renew);
    try {
      const held = { id, lease, isTakenOver: false };
      const made = await makeCall(deps, scope, held, AbortSignal.any([signal, kept.signal]));
      if (made || signal.aborted) return made;
    } finally {
      kept.end();
    }
  }
  for (let looks = 0; looks < LOOKS_MAX && !signal.aborted; looks += 1) {
    const row = await look();
    if (row?.status !== 'running') return row;
    await wait(LOOK_EVERY_MS);
  }
  return null;
}
