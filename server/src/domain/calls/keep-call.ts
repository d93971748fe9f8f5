import type { Database } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { keepCall as keepRow, moveOn } from './calls.queries.ts';
import { type Charged, chargeOn } from './charge-call.ts';
import { LEASE_MS } from './connect-call.ts';

/** A sign of life of its connection, which also pays: `lost` where another process has the call, `unpaid` where nobody pays on. */
export async function keepCall(
  { database }: { database: Database },
  scope: Scope,
  call: Charged,
  lease: Lease,
): Promise<'kept' | 'unpaid' | 'lost'> {
  return database.transaction(scope, async (tx) => {
    const kept = await keepRow(tx, scope, call.id, lease, LEASE_MS);
    if (!kept) return 'lost';
    const { isPaid, over } = kept.isTest
      ? { isPaid: true, over: null }
      : await chargeOn(tx, scope, call, kept, new Date());
    if (over) await moveOn(tx, scope, call.id, { ...over, isCut: false });
    return isPaid ? 'kept' : 'unpaid';
  });
}
