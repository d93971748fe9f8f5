import { type CallId, newCallSecret } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { capAlive, storeSecret } from './calls.queries.ts';
import { hashCallSecret } from './calls.rules.ts';

const CONNECT_MS = 60_000;
const GRACE_MS = 20_000;

/**
 * For a caller on the phone whose connection was lost, or whom nobody took when they were put through, and who is on the line still.
 * `relaySeconds`: how long their connection was at most. Null where the call has ended.
 */
export async function reopenCall(
  { database }: { database: Database },
  scope: Scope,
  { id, relaySeconds }: { id: CallId; relaySeconds?: number },
): Promise<{ secret: string } | null> {
  const secret = newCallSecret();
  const isOpen = await database.transaction(scope, async (tx) => {
    if (relaySeconds !== undefined) await capAlive(tx, scope, id, relaySeconds);
    return storeSecret(tx, scope, id, hashCallSecret(secret), { untilMs: CONNECT_MS, graceMs: GRACE_MS });
  });
  return isOpen ? { secret } : null;
}
